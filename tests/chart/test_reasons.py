"""Whatever a fabric writes has its reason, and no reason is idle: `reasons/NAME.yaml` against rendered pods."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from render.engine import Chart, merge_values, template
from render.source.yaml_writer import to_yaml
from render.spec.reasons import Reason, reasons
from tests.chart.helm import CHART, Object, objects
from tests.schema import BUNDLE, effective

NETWORK = effective(BUNDLE["properties"]["network"])["properties"]
FABRICS = sorted(set(effective(NETWORK["fabric"])["enum"]) - {None})

SPELLINGS: dict[str, list[Object]] = {
    "none": [{}],
    "sockets": [{}],
    "infiniband": [
        {},
        {"infiniband": {"adapters": "mlx5", "topologyFile": "/topology.xml", "computeDomain": "channel"}},
        {"infiniband": {"deviceClassName": "dra.net", "devices": 4}},
    ],
    "roce": [
        {"machineType": "BM.GPU.B4.8"},
        {"machineType": "BM.GPU.H200.8"},
        {"machineType": "BM.GPU.GB300.4", "computeDomain": {"mode": "create"}},
        {"machineType": "a4x-maxgpu-4g-metal"},
        {"roce": {"attachment": "roce", "gidIndex": 1, "trafficClass": 106, "computeDomain": "channel"}},
    ],
    "efa": [
        {"machineType": "p4d.24xlarge"},
        {"machineType": "p5.48xlarge", "efa": {"hugePages": 0, "computeDomain": "channel"}},
    ],
    "tcpx": [{}, {"machineType": "a3-highgpu-8g"}],
    "tcpxo": [{}, {"machineType": "a3-megagpu-8g"}],
    "gib": [{"machineType": "a3-ultragpu-8g"}, {"machineType": "a4-highgpu-8g", "gib": {"computeDomain": "channel"}}],
}
"""Networks that between them make a fabric write everything that it can."""

NAMED_BY_THE_CLUSTER = dict.fromkeys(
    ("resource nvidia.com/rdma-vf", "resource rdma/hca_shared_devices_a"), "resource of the adapters"
)

Settings = dict[str, str]
"""What is written, with its value."""

each_fabric = pytest.mark.parametrize("fabric", FABRICS)


@each_fabric
def test_every_setting_has_its_reason_and_no_reason_is_idle(fabric: str) -> None:
    found = set().union(*map(frozenset, written(fabric)))
    assert {NAMED_BY_THE_CLUSTER.get(name, name) for name in found} == {reason.setting for reason in known(fabric)}


@each_fabric
def test_values_that_never_change_are_what_is_written(fabric: str) -> None:
    constant = {reason.setting: reason.value for reason in known(fabric) if reason.value is not None}
    for settings in written(fabric):
        assert {name: value for name, value in settings.items() if name in constant} == {
            name: value for name, value in constant.items() if name in settings
        }


@each_fabric
def test_reasons_say_why_and_where(fabric: str) -> None:
    for reason in known(fabric):
        assert reason.source.startswith("https://"), reason.setting
        assert not reason.why.endswith("."), reason.setting
        assert reason.value is None or reason.origin is None


def test_no_file_is_left_over() -> None:
    assert sorted(path.stem for path in (CHART / "reasons").iterdir()) == sorted([*FABRICS, "compute-domain", "every"])


def known(fabric: str) -> list[Reason]:
    return list(reasons(Chart(CHART), fabric))


@cache
def written(fabric: str) -> list[Settings]:
    """Return what each spelling of a fabric writes that is not there without one."""
    bare = dict(settings(pod(), literals()))
    return [
        {name: value for name, value in settings(pod(network), literals(network)) if name not in bare}
        for network in ({"fabric": fabric, **options} for options in SPELLINGS[fabric])
    ]


def settings(pod: Object, variables: Settings) -> Iterator[tuple[str, str]]:
    """Yield what is written in a node's pod, and beside it, in the words of the reasons."""
    spec = pod["spec"]
    paths = {volume["name"]: volume["hostPath"]["path"] for volume in spec["volumes"] if "hostPath" in volume}
    [program] = spec["containers"]
    yield from variables.items()
    yield from ((f"annotation {name}", value) for name, value in pod["metadata"]["annotations"].items())
    for name, amount in program["resources"]["limits"].items():
        yield f"resource {name}", amount
    claims = spec.get("resourceClaims", [])
    assert [{"name": claim["name"]} for claim in claims] == program["resources"].get("claims", [])
    yield from ((f"claim {claim['name']}", claim["resourceClaimTemplateName"]) for claim in claims)
    yield from in_container(program, paths, "")
    for sidecar in (found for found in spec["initContainers"] if found.get("restartPolicy") == "Always"):
        yield f"container {sidecar['name']}", sidecar["image"]
        yield f"runAsUser of {sidecar['name']}", str(sidecar["securityContext"]["runAsUser"])
        yield from in_container(sidecar, paths, f" of {sidecar['name']}")


def in_container(container: Object, paths: Settings, suffix: str) -> Iterator[tuple[str, str]]:
    for variable in container.get("env", []):
        yield variable["name"] + suffix, variable.get("value", "")
    for mount in container["volumeMounts"]:
        yield f"mount {mount['mountPath']}{suffix}", paths.get(mount["name"], "")
    for capability in container["securityContext"]["capabilities"].get("add", []):
        yield f"capability {capability}{suffix}", ""
    if "startupProbe" in container:
        yield f"startupProbe{suffix}", " ".join(container["startupProbe"]["exec"]["command"])


def pod(network: Object | None = None) -> Object:
    """Return the pod of a node."""
    [jobset] = [found for found in rendered(network) if found["kind"] == "JobSet"]
    template_: Object = jobset["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]
    return template_


def literals(network: Object | None = None) -> Settings:
    """Return the variables of the env ConfigMap."""
    [found] = [found["data"] for found in rendered(network) if "-env-" in found["metadata"]["name"]]
    data: Settings = found
    return data


EIGHT = {"nvidia.com/gpu": 8, "cpu": 96, "memory": "512Gi"}


def _is_linked(network: Object) -> bool:
    """Whether its machine is one of four GPUs."""
    return str(network.get("machineType", "")).startswith(("BM.GPU.GB", "a4x"))


def rendered(network: Object | None) -> list[Any]:
    gpus = {"nvidia.com/gpu": 4, "cpu": 96, "memory": "512Gi"} if network and _is_linked(network) else EIGHT
    spec = {"image": "train:1", "numNodes": 2, "resourcesPerNode": {"limits": gpus}, "network": network or {}}
    return objects(template(Chart(CHART), merge_values([to_yaml(spec)]), "run"))
