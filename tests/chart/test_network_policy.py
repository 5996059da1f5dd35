"""`network.policy`: who reaches the pods of a run and of its smoke test, as Cyclonus judges the rendered policies.

Source: https://github.com/mattfenwick/cyclonus, which compares network plug-ins with its model of policies.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
import yaml

from tests.chart.helm import CHART, NAMESPACE, Helm, Object, objects
from tests.go_program import Query, start_program
from tests.golden.cases import CASES, EXAMPLES, Case
from tests.golden.controllers import all_pods, pods, role_of
from tests.golden.trainer import jobset_of

COVERED = [case for case in EXAMPLES if not case.spec.get("network", {}).get("hostNetwork")]
TRAINS = [case for case in COVERED if case in CASES]
PORTS = [(22, "TCP"), (2222, "TCP"), (29500, "TCP"), (33445, "TCP"), (65535, "TCP"), (4791, "UDP")]
"""ssh, the rendezvous, a port that the kernel chose, RoCE's own."""

BARE: Object = {"metadata": {}}
"""A pod without labels."""

Peer = dict[str, Any]

pytestmark = pytest.mark.cluster
each_covered = pytest.mark.parametrize("case", COVERED, ids=[case.name for case in COVERED])


@pytest.fixture(scope="module")
def engine() -> Iterator[Query]:
    with start_program("policies", "policies") as query:
        yield query


def peer(pod: Object, namespace: str = NAMESPACE) -> Peer:
    """Return a pod as the engine knows it."""
    labels = pod["metadata"].get("labels", {})
    return {"namespace": namespace, "namespaceLabels": {"kubernetes.io/metadata.name": namespace}, "labels": labels}


def rendered(helm: Helm, case: Case, *settings: str) -> list[Object]:
    return objects(helm.template(CHART, "-f", case.source, "--set", ",".join(["network.policy=true", *settings])))


def peers(found: list[Object]) -> tuple[list[Peer], list[Peer]]:
    """Return the pods of the run and those of its smoke test."""
    is_run = any(item["kind"] in ("JobSet", "TrainJob") for item in found)
    trains = [peer(pod) for pod in all_pods(jobset_of(found))] if is_run else []
    tests = [peer(pod) for job in found if job["kind"] == "Job" for pod in pods(job)]
    return trains, tests


def reached(
    query: Query,
    found: list[Object],
    sources: list[Peer],
    targets: list[Peer],
    ports: Sequence[tuple[int, str]] = PORTS,
) -> set[bool]:
    """Return what becomes of the connections from each source to each target, at every port."""
    policies = [item for item in found if item["kind"] == "NetworkPolicy"]
    connections = [
        {"from": source, "to": target, "port": port, "protocol": protocol}
        for source, target, (port, protocol) in product(sources, targets, ports)
    ]
    allowed = query({"policies": policies, "connections": connections})["allowed"]
    assert len(allowed) == len(connections)
    return set(allowed)


@each_covered
def test_pods_of_a_run_reach_each_other(case: Case, helm4: Helm, engine: Query) -> None:
    found = rendered(helm4, case)
    for group in filter(None, peers(found)):
        assert reached(engine, found, group, group) == {True}


@each_covered
def test_no_one_else_reaches_them(case: Case, helm4: Helm, engine: Query) -> None:
    found = rendered(helm4, case)
    trains, tests = peers(found)
    other = objects(helm4.template(CHART, "-f", case.source, "--set", "name=other"))
    others = [one for group in peers(other) for one in group]
    elsewhere = [{**one, "namespace": "elsewhere", "namespaceLabels": {}} for one in (*trains, *tests)]
    nobody = [peer(BARE), peer(BARE, "kube-system"), peer({"metadata": {"labels": {"app": "train"}}})]
    for own in filter(None, (trains, tests)):
        assert reached(engine, found, [*others, *elsewhere, *nobody], own) == {False}


@each_covered
def test_everything_is_reached_from_them(case: Case, helm4: Helm, engine: Query) -> None:
    """Object storage and hubs are: no policy is about what a run connects to."""
    found = rendered(helm4, case)
    own = [one for group in peers(found) for one in group]
    assert reached(engine, found, own, [peer(BARE), peer(BARE, "storage")]) == {True}


def test_training_and_smoke_test_are_apart(helm4: Helm, engine: Query) -> None:
    found = rendered(helm4, Case("network-policy"), "smokeTest.mode=with")
    trains, tests = peers(found)
    assert trains
    assert tests
    assert reached(engine, found, trains, tests) == reached(engine, found, tests, trains) == {False}


def test_every_role_has_the_label(helm4: Helm) -> None:
    """Launchers, heads and initializers are the run's own, too; Kubeflow Trainer's JobSet has the run's name."""
    roles = set()
    for case in TRAINS:
        found = rendered(helm4, case)
        policy = next(item for item in found if item["kind"] == "NetworkPolicy")
        [(label, value)] = policy["spec"]["podSelector"]["matchLabels"].items()
        made = all_pods(jobset_of(found))
        assert {pod["metadata"]["labels"][label] for pod in made} == {value}
        roles |= {role_of(pod) for pod in made}
    assert roles == {"dataset-initializer", "head", "launcher", "model-initializer", "node"}


def test_another_policy_lets_others_in(helm4: Helm, engine: Query) -> None:
    """The way out for metrics, as the example has it."""
    case = Case("network-policy")
    policy = yaml.safe_load(case.source.with_name("metrics.yaml").read_text(encoding="utf-8"))
    policy["metadata"]["namespace"] = NAMESPACE
    [port] = [port["port"] for port in policy["spec"]["ingress"][0]["ports"]]
    found = rendered(helm4, case, "smokeTest.mode=with")
    trains, tests = peers(found)
    scraper = peer(BARE, "monitoring")
    assert reached(engine, [*found, policy], [scraper], trains, [(port, "TCP")]) == {True}
    assert reached(engine, [*found, policy], [scraper], trains) == {False}
    assert reached(engine, [*found, policy], [scraper], tests, [(port, "TCP")]) == {False}
    assert reached(engine, [*found, policy], trains, trains) == {True}


def test_without_the_policy_everybody_reaches_them(helm4: Helm, engine: Query) -> None:
    """The engine says no because of the policies, and not by itself."""
    found = objects(helm4.template(CHART, "-f", Case("mnist-ddp").source))
    trains, _ = peers(found)
    assert [item for item in found if item["kind"] == "NetworkPolicy"] == []
    assert reached(engine, found, [peer(BARE, "elsewhere")], trains) == {True}
