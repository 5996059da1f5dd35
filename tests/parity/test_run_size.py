"""The size, the interface and the requests that `render` computes in Python are those that the chart renders."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.pod_resources import effective_requests
from render.manifests.pods import pods
from render.source import Text, load_documents
from tests.chart.test_fabrics import CASES as FABRICS
from tests.chart.test_fabrics import spec as fabric_spec
from tests.parity.test_launcher_environment import program_environments, rendered, run_of

RESOURCES: list[dict[str, Any]] = [
    {},
    {"requests": {"cpu": "1500m"}},
    {"limits": {"cpu": 8}},
    {"limits": {"cpu": 8}, "requests": {"cpu": "2.1"}},
    {"limits": {"nvidia.com/gpu": 8, "cpu": 96}},
    {"limits": {"nvidia.com/mig-1g.10gb": "2", "amd.com/gpu": 1}},
    {"requests": {"cpu": "900m"}, "limits": {"habana.ai/gaudi": 4}},
]
PROCESSES = ["auto", "cpu", "gpu", 3]
CLAIMS: list[dict[str, Any]] = [
    {"devices": {"gpu": {"deviceClassName": "gpu.nvidia.com", "count": 8}}},
    {"devices": {"gpu": {"deviceClassName": "mig.nvidia.com"}, "nic": {"deviceClassName": "dra.net", "count": 4}}},
    {"devices": {"gpu": {"deviceClassName": "h100.example", "count": 2, "gpus": 2}}},
    {"devices": {"box": {"deviceClassName": "h100.example", "gpus": 8}, "gpu": {"deviceClassName": "gpu.amd.com"}}},
    {"pod": {"resourceClaims": [{"name": "gpus", "resourceClaimTemplateName": "eight", "gpus": 8}]}},
    {"resourcesPerNode": {"limits": {"deviceclass.resource.kubernetes.io/gpu.nvidia.com": 4, "cpu": 8}}},
]
INTERFACES = ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME")
NETWORKS: list[dict[str, Any]] = [{}, {"interface": "bond0"}, {"hostNetwork": True, "interface": "bond0"}]
ATTACHED = ("gib", "tcpx", "tcpxo")
"""Fabrics that attach networks to the pod, so that the chart rejects the host network."""
SIDECAR = {"restartPolicy": "Always", "resources": {"requests": {"cpu": "250m", "memory": "1Gi"}}}
POD = {
    "initContainers": [
        {"name": "fetch", "image": "a:1", "resources": {"requests": {"cpu": "30", "memory": "100Mi"}}},
        {"name": "proxy", "image": "a:1", **SIDECAR},
        {"name": "unpack", "image": "a:1", "resources": {"limits": {"memory": "9Gi"}}},
    ],
    "sidecars": [{"name": "logs", "image": "a:1", "resources": {"requests": {"memory": "0.5Gi"}}}],
}


def is_possible(resources: dict[str, Any], processes: object) -> bool:
    names = {**resources.get("limits", {}), **resources.get("requests", {})}
    return processes != "gpu" or any("gpu" in name or "mig" in name or "gaudi" in name for name in names)


@pytest.mark.parametrize(
    ("resources", "processes"), [pair for pair in product(RESOURCES, PROCESSES) if is_possible(*pair)], ids=str
)
@pytest.mark.parametrize(
    "size", [{"numNodes": 1}, {"numNodes": 3}, {"elastic": {"minNodes": 2, "maxNodes": 5}}], ids=str
)
def test_size(size: dict[str, Any], resources: dict[str, Any], processes: str | int) -> None:
    spec = {"image": "a:1", "command": ["torchrun", "a.py"], "numProcPerNode": processes, "resourcesPerNode": resources}
    run, variables = run_of({**spec, **size}), program_environments({**spec, **size}, "node")[0]
    assert str(run.processes) == variables["PET_NPROC_PER_NODE"]
    assert str(run.nodes) == variables["PET_NNODES"].rpartition(":")[2]


@pytest.mark.parametrize("processes", ["auto", "gpu"])
@pytest.mark.parametrize("claims", CLAIMS, ids=str)
@pytest.mark.parametrize("launcher", ["torchrun", "accelerate", "ray"])
def test_size_by_claims(launcher: str, claims: dict[str, Any], processes: str) -> None:
    cpus = {} if "resourcesPerNode" in claims else {"resourcesPerNode": {"limits": {"cpu": 32}}}
    spec = {"image": "a:1", "command": ["python", "a.py"], "launcher": launcher, "numProcPerNode": processes}
    run = run_of({**spec, **cpus, **claims})
    role = "head" if launcher == "ray" else "node"
    variables = program_environments({**spec, **cpus, **claims}, role)[0]
    assert variables.get("ACCELERATE_USE_CPU") is None
    assert run.gpus == run.processes == run.program.gpus
    name = {"torchrun": "PET_NPROC_PER_NODE", "accelerate": "NPROC_PER_NODE", "ray": "NUM_PROCESSES"}[launcher]
    assert str(run.processes) == variables[name]


@pytest.mark.parametrize(
    ("fabric", "machine", "network"),
    [
        (fabric, machine, network)
        for (fabric, machine), network in product(FABRICS, NETWORKS)
        if fabric not in ATTACHED or "hostNetwork" not in network
    ],
)
def test_interface(fabric: str, machine: str | None, network: dict[str, Any]) -> None:
    spec = fabric_spec(fabric, machine, **network)
    variables, preset = program_environments(spec, "node")[0], run_of(spec).program.preset
    assert [preset.get(name) for name in INTERFACES] == [variables.get(name) for name in INTERFACES]


def test_requests_of_a_gang() -> None:
    """Init containers, sidecars among them and behind them, and a program that states limits only."""
    spec = {
        "image": "a:1",
        "command": ["torchrun", "a.py"],
        "numNodes": 3,
        "resourcesPerNode": {"limits": {"cpu": "2.5", "memory": "7Gi", "nvidia.com/gpu": 2}},
        "pod": POD,
        "preflight": {"enabled": False},
        "scheduler": "volcano",
    }
    found = rendered(spec)
    [gang] = [one for one in found if one["kind"] == "PodGroup"]
    [pod] = [pod for data in found if data["kind"] == "JobSet" for pod in pods(as_object(data))]
    asked = {name: Fraction(value) * 3 for name, value in effective_requests(pod).items()}
    assert {name: amount(text) for name, text in gang["spec"]["minResources"].items()} == asked


def as_object(data: dict[str, Any]) -> Object:
    [(document, _)] = load_documents(Text("run.yaml", "{}"))
    return Object(document, "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
