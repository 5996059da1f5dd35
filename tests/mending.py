"""Takes out of a random spec the contradictions that chance makes most often, so that most specs render."""

import copy
import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MACHINES = Path(__file__).resolve().parents[1] / "charts" / "training-job" / "files" / "machines.json"

LONGEST_NAME = 33
"""What leaves room for the longest pod name of any run (with a dataset initializer)."""

PLACE_OF_VOLUME = frozenset(["name", "mountPath", "subPath", "readOnly"])
WRITTEN = frozenset(["NNODES", "NODE_RANK", "MASTER_ADDR", "STORAGE_URI"])
GPU = "nvidia.com/gpu"

Spec = dict[str, Any]


def without_contradictions(spec: Spec) -> Spec:
    """Return a spec that differs in what contradicts itself, and in nothing else."""
    spec = copy.deepcopy(spec)
    for mend in (
        _name,
        _size,
        _launcher,
        _topology,
        _scheduler,
        _claims,
        _volumes,
        _resources,
        _policy,
        _compute_domain,
        _fabric,
        _devices,
        _gitops,
    ):
        mend(spec)
    return spec


def _name(spec: Spec) -> None:
    if spec.get("name"):
        spec["name"] = spec["name"][:LONGEST_NAME].rstrip("-")


def _size(spec: Spec) -> None:
    elastic = spec.get("elastic") or {}
    given = [nodes for nodes in (elastic.get("minNodes"), elastic.get("maxNodes")) if nodes is not None]
    if given:
        elastic["minNodes"], elastic["maxNodes"] = min(given), max(given)
        spec.pop("numNodes", None)
        if spec.get("launcher"):
            spec["launcher"] = "torchrun"


def _launcher(spec: Spec) -> None:
    if spec.get("launcher") in ("deepspeed", "horovod", "mpi"):
        spec["ssh"] = {**(spec.get("ssh") or {}), "secretName": "key", "port": 2222}
    if spec.get("launcher") == "ray":
        spec["command"] = spec.get("command") or ["python"]
        resources = spec["resourcesPerNode"] = spec.get("resourcesPerNode") or {}
        resources["requests"] = {**(resources.get("requests") or {}), "cpu": 1}
        ray = spec["ray"] = spec.get("ray") or {}
        (spec.get("network") or {}).pop("port", None)
        ray["storagePath"] = ray.get("storagePath") or "s3://bucket/run"


def _scheduler(spec: Spec) -> None:
    if spec.get("scheduler") == "kueue":
        spec["kueue"] = {"queue": "research", **{k: v for k, v in (spec.get("kueue") or {}).items() if v is not None}}
        spec.pop("suspend", None)


def _topology(spec: Spec) -> None:
    """A level is a label, which every platform has; a slice has one node and is for Kueue."""
    topology = spec.get("topology") or {}
    scheduler = spec.get("scheduler")
    if topology.get("level"):
        topology["level"] = "topology.example.com/block"
        tiers = (spec.get("volcano") or {}).get("networkTopology") or {}
        tiers.pop("highestTierAllowed", None)
        if scheduler == "kubernetes":
            topology["mode"] = "required"
    if topology.get("slice"):
        topology["slice"] = {"level": "topology.example.com/rack", "nodes": 1}
        if spec.setdefault("scheduler", "kueue") != "kueue":
            del topology["slice"]
    if scheduler == "kai":
        spec["kai"] = {"topology": "datacenter", **{k: v for k, v in (spec.get("kai") or {}).items() if v is not None}}
        spec.pop("initializers", None)


def _claims(spec: Spec) -> None:
    for section in ((spec.get("storage") or {}).get("checkpoints"), (spec.get("initializers") or {}).get("storage")):
        if section and section.get("mode") == "existing":
            section["claimName"] = section.get("claimName") or "claim"


def _volumes(spec: Spec) -> None:
    for position, volume in enumerate((spec.get("storage") or {}).get("volumes") or []):
        volume["name"] = f"{volume['name'][:50].rstrip('-')}-{position}"
        volume["mountPath"] = posixpath.join(volume["mountPath"], f"v{position}")
        sources = [key for key in volume if key not in PLACE_OF_VOLUME and volume[key] is not None]
        for key in sources[1:]:
            del volume[key]
        if not sources:
            volume["emptyDir"] = {}


def _containers(spec: Spec) -> Iterator[Spec]:
    """Yield whatever has resources."""
    pod = spec.get("pod") or {}
    yield from (pod.get("initContainers") or [])
    yield from (pod.get("sidecars") or [])
    yield from filter(None, ((spec.get("initializers") or {}).get(kind) for kind in ("dataset", "model")))
    yield {"resources": spec.get("resourcesPerNode")}


def _resources(spec: Spec) -> None:
    if spec.get("numProcPerNode") == "gpu":
        needed = spec["resourcesPerNode"] = spec.get("resourcesPerNode") or {}
        needed["limits"] = {**(needed.get("limits") or {}), GPU: 8}
    for container in _containers(spec):
        resources = container.get("resources") or {}
        requests, limits = resources.get("requests") or {}, resources.get("limits") or {}
        for side in (requests, limits):
            side |= {name: 4 for name, quantity in side.items() if "/" in name and quantity is not None}
        if requests:
            resources["limits"] = limits | {
                name: quantity for name, quantity in requests.items() if quantity is not None
            }


def _policy(spec: Spec) -> None:
    watched = spec.get("hangDetection") or {}
    if watched.get("enabled"):
        port = (spec.get("network") or {}).get("port") or 0
        codes = (spec.get("failurePolicy") or {}).get("fatalExitCodes") or []
        if not spec.get("command") or port > 65527 or 75 in codes or spec.get("launcher") == "deepspeed":
            watched["enabled"] = False
    if (spec.get("failurePolicy") or {}).get("fatalExitCodes") and not spec.get("command"):
        spec["command"] = ["train"]
    policy = (spec.get("pod") or {}).get("dnsPolicy")
    if policy in ("Default", "None"):  # with them a single pod alone finds all that it needs
        spec.update(numNodes=1, launcher="plain", smokeTest={"mode": "off"})
        spec.pop("elastic", None)
        spec["pod"]["dnsConfig"] = {"nameservers": ["10.0.0.10"]}
    elif policy == "ClusterFirst" and spec.get("network"):
        spec["network"]["hostNetwork"] = False
    network = spec.get("network") or {}
    if network.get("policy"):
        network["hostNetwork"] = False


def _compute_domain(spec: Spec) -> None:
    """A ComputeDomain is on sockets, where no machine type contradicts it, and next to no second one."""
    network = spec.get("network") or {}
    domain = network.get("computeDomain") or {}
    if domain.get("mode") == "create":
        network["fabric"] = "sockets"
        network.pop("machineType", None)
        domain.pop("numNodes", None)
        if spec.get("smokeTest"):
            spec["smokeTest"]["hook"] = "pre-install"


def _fabric(spec: Spec) -> None:
    network = spec.get("network") or {}
    machines = json.loads(MACHINES.read_text(encoding="utf-8"))
    if (machine := network.get("machineType")) and network.get("fabric") != "sockets":
        network["fabric"] = machines[machine]["fabric"]
    fabric = network.get("fabric") or "none"
    if fabric == "none":
        return
    if fabric in ("efa", "gib"):
        named = {row["fabric"]: name for name, row in machines.items() if "fabric" in row}
        network["machineType"] = network.get("machineType") or named[fabric]
    if fabric in ("gib", "tcpx", "tcpxo"):
        network["hostNetwork"] = False
    gpus = min(8, machines.get(network.get("machineType"), {}).get("gpus", 8))
    spec["resourcesPerNode"] = {"limits": {GPU: gpus, "cpu": 8, "memory": "64Gi"}}
    for key in ("fabric", "gpu"):
        (spec.get("smokeTest") or {}).pop(key, None)


def _devices(spec: Spec) -> None:
    """Say of each claim that it gives no GPUs: the number of a class that is not known can't be counted."""
    for request in filter(None, (spec.get("devices") or {}).values()):
        request.update(count=1, gpus=0)
    for claim in filter(None, (spec.get("pod") or {}).get("resourceClaims") or []):
        claim["gpus"] = 0


def _gitops(spec: Spec) -> None:
    gitops = spec.get("gitops") or {}
    if gitops.get("onChange") == "recreate":
        gitops["engine"] = "argocd"
