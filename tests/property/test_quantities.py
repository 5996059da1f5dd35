"""Quantities against Kubernetes' client: written as meant, added up as the scheduler does, or refused for a reason."""

import copy
import math
from collections.abc import Collection, Iterator
from decimal import ROUND_CEILING, Decimal
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.engine import RenderRejected
from tests.amounts import GPUS, QUANTITIES, Given, as_text, why_refused
from tests.golden.quantities import is_canonical, quantity
from tests.golden.scheduler import effective_requests, pod_needs
from tests.manifests import Documents, containers, manifests
from tests.strategies import bounded

Spec = dict[str, Any]

NATIVE = ["cpu", "memory", "ephemeral-storage"]
WITH_LIMIT = ["nvidia.com/gpu", "example.com/fpga", "hugepages-2Mi"]
"""Resources that have a limit, and the same request."""

NO_GPUS = [
    "nvidia.com/gpux",
    "nvidia.com/mig",
    "nvidiaxcom/gpu",
    "x.amd.com/gpu",
    "rdma/hca",
    "gpu.intel.com/memory.max",
]


@st.composite
def resources(draw: st.DrawFn, names: list[str]) -> Spec:
    """Draw what one container needs; no request is above its limit."""
    requests: dict[str, Given] = {}
    limits: dict[str, Given] = {}
    for name in draw(st.lists(st.sampled_from(names), max_size=4, unique=True)):
        low, high = sorted([draw(QUANTITIES), draw(QUANTITIES)], key=lambda given: _comparable(name, given))
        sides = draw(st.integers(1, 3))
        if sides & 1 or name not in NATIVE:
            limits[name] = high
        if sides & 2:
            requests[name] = low if name in NATIVE else high
    return {"requests": requests, "limits": limits}


def _comparable(name: str, given: Given) -> Decimal:
    return quantity(as_text(given)) if why_refused(name, given, 1) is None else Decimal(0)


@st.composite
def gangs(draw: st.DrawFn) -> Spec:
    """Draw a spec with a gang, whose nodes run other containers before and beside the program."""
    needs = resources(NATIVE + WITH_LIMIT)
    nodes = draw(st.sampled_from([1, 2, 3, 64, 100_000]))
    elastic = {"elastic": {"minNodes": draw(st.integers(1, nodes)), "maxNodes": nodes}}
    policies = [{}, {"restartPolicy": "Always"}]
    before = draw(st.lists(st.tuples(needs, st.sampled_from(policies)), max_size=3))
    beside = draw(st.lists(needs, max_size=2))
    return {
        "image": "train:1",
        "scheduler": draw(st.sampled_from(["volcano", "coscheduling"])),
        "resourcesPerNode": draw(needs),
        "pod": {
            "initContainers": [
                {"name": f"before-{i}", "resources": need, **policy} for i, (need, policy) in enumerate(before)
            ],
            "sidecars": [{"name": f"beside-{i}", "resources": need} for i, need in enumerate(beside)],
        },
        **draw(st.sampled_from([elastic, {"numNodes": nodes}])),
    }


class QuantityAt(NamedTuple):
    """A quantity of a spec and its place."""

    pointer: str
    container: str
    side: str
    resource: str
    wanted: Given


def quantities_of(spec: Spec) -> Iterator[QuantityAt]:
    """Yield every quantity of a spec."""
    for pointer, container, needs in _containers(spec):
        for side in ("requests", "limits"):
            for resource, wanted in needs[side].items():
                place = f"{pointer}/{side}/{resource.replace('/', '~1')}"
                yield QuantityAt(place, container, side, resource, wanted)


def _containers(spec: Spec) -> Iterator[tuple[str, str, Spec]]:
    yield "/resourcesPerNode", "node", spec["resourcesPerNode"]
    for field in ("initContainers", "sidecars"):
        for position, container in enumerate(spec.get("pod", {}).get(field, [])):
            yield f"/pod/{field}/{position}/resources", container["name"], container["resources"]


def without(spec: Spec, pointers: Collection[str]) -> Spec:
    """Return a spec without some of its quantities, and with what huge pages never go without."""
    spec = copy.deepcopy(spec)
    needs = {container: needs for _, container, needs in _containers(spec)}
    for found in list(quantities_of(spec)):
        if found.pointer in pointers:
            del needs[found.container][found.side][found.resource]
    for one in needs.values():
        named = {*one["requests"], *one["limits"]}
        if "hugepages-2Mi" in named and not named & {"cpu", "memory"}:
            one["limits"]["cpu"] = 1
    return spec


def wrong(spec: Spec) -> set[str]:
    """Return the pointers of the quantities that have to be refused."""
    nodes = spec.get("elastic", {}).get("maxNodes") or spec.get("numNodes", 1)
    count = nodes * len(list(_containers(spec)))
    return {found.pointer for found in quantities_of(spec) if why_refused(found.resource, found.wanted, count)}


def rendered_as_far_as_accepted(spec: Spec) -> tuple[Documents, set[str]]:
    """Return the manifests without the quantities that are refused, and the pointers of these."""
    refused: set[str] = set()
    while True:
        try:
            return manifests(without(spec, refused)), refused
        except RenderRejected as error:
            more = {refusal.pointer or "" for refusal in error.rejections}
            if more <= refused:
                raise
            refused |= more


def rounded(pod: Spec) -> Spec:
    """Return a pod with thousandths of CPUs, as the API server makes them, and whole bytes.

    The scheduler rounds the bytes of a pod's sum (`Value` of apimachinery's Quantity); rounding those of each container
    gives as much or, where there are fractions, a few bytes more.
    """
    pod = copy.deepcopy(pod)
    for container in (*pod["spec"].get("initContainers", []), *pod["spec"]["containers"]):
        for amounts in (container.get("resources", {}).get(side, {}) for side in ("requests", "limits")):
            for name, text in amounts.items():
                step = Decimal("0.001") if name == "cpu" else Decimal(1)
                amounts[name] = format((quantity(text) / step).to_integral_value(ROUND_CEILING) * step, "f")
    return pod


@pytest.mark.slow
@bounded(250)
@given(gangs())
def test_gang_needs_what_its_pods_need(spec: Spec) -> None:
    documents, refused = rendered_as_far_as_accepted(spec)
    assert refused == wrong(spec)

    written = containers(documents)
    for found in quantities_of(without(spec, refused)):
        text = written[found.container]["resources"][found.side][found.resource]
        assert isinstance(text, str)
        assert quantity(text) == quantity(as_text(found.wanted))

    [role] = documents["jobset"]["spec"]["replicatedJobs"]
    gang, pod = documents["podgroup"]["spec"], role["template"]["spec"]["template"]
    nodes = spec["elastic"]["minNodes"] if "elastic" in spec else spec["numNodes"]
    assert gang["minMember"] == nodes
    needs = {name: nodes * amount for name, amount in pod_needs(rounded(pod)).items()}
    assert {name: quantity(text) for name, text in gang.get("minResources", {}).items()} == needs
    for name, text in gang.get("minResources", {}).items():
        assert is_canonical(text), text
        forms = [effective_requests(container).get(name, "") for container in written.values()]
        in_powers_of_1024 = any(form.endswith("i") for form in forms) and needs[name] >= 1024 and not needs[name] % 1024
        assert text.endswith("i") is in_powers_of_1024, text


@pytest.mark.slow
@bounded(250)
@given(resources(["cpu", "memory", *GPUS, *NO_GPUS]))
def test_processes_are_whole_gpus_else_cpus_else_one(needs: Spec) -> None:
    drawn = {"image": "train:1", "resourcesPerNode": needs}
    spec = without(drawn, wrong(drawn))
    amounts = {
        name: quantity(as_text(given))
        for name, given in effective_requests({"resources": spec["resourcesPerNode"]}).items()
    }
    gpus = sum(int(amounts.get(name, 0)) for name in GPUS)
    expected = gpus or math.ceil(amounts.get("cpu", 0)) or 1
    assert manifests(spec)["env-configmap"]["data"]["PET_NPROC_PER_NODE"] == str(expected)
