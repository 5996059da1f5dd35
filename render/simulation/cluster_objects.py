"""The objects of a snapshot as an API server takes them: nodes with their load, classes, namespaces."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from render.cluster import DeniedError, NotServedError
from render.doctor.cluster_view import NODE
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount, format_amount
from render.manifests.paths import Data
from render.simulation.programs import SimulationError
from render.simulation.volumes import present_claims
from render.snapshot.view import SnapshotView

LOAD_NAMESPACE = "render-load"
"""Namespace of the pods with the requests of those in the snapshot."""
MAX_NODES = 5000
"""Maximum nodes, as of a cluster of Kubernetes (https://kubernetes.io/docs/setup/best-practices/cluster-large/)."""

_KINDS = (
    GroupVersionKind("", "v1", "Namespace"),
    GroupVersionKind("storage.k8s.io", "v1", "StorageClass"),
    GroupVersionKind("scheduling.k8s.io", "v1", "PriorityClass"),
    GroupVersionKind("node.k8s.io", "v1", "RuntimeClass"),
    GroupVersionKind("", "v1", "LimitRange"),
    GroupVersionKind("", "v1", "ResourceQuota"),
)
_BUILT_IN = frozenset({"default", "kube-system", "kube-public", "kube-node-lease", LOAD_NAMESPACE})
_PAUSE = "registry.k8s.io/pause:3.10"
_PODS = "pods"


def cluster_objects(view: SnapshotView, namespace: str) -> Iterator[dict[str, Any]]:
    """Yield the objects in the order of their creation. Raises SimulationError for what can't be simulated."""
    for name in sorted({namespace, LOAD_NAMESPACE} - {one["metadata"]["name"] for one in _list(view, _KINDS[0])}):
        if name not in _BUILT_IN - {LOAD_NAMESPACE}:
            yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
    for kind in _KINDS:
        yield from (_clean(one) for one in _list(view, kind) if not _is_built_in(one))
    account = GroupVersionKind("", "v1", "ServiceAccount")
    yield from (_clean(one) for one in _list(view, account, namespace) if one["metadata"]["name"] != "default")
    yield from present_claims(view, namespace)
    yield from nodes_with_load(view)


def nodes_with_load(view: SnapshotView) -> Iterator[dict[str, Any]]:
    """Yield each node, and the pod that requests what the pods of the snapshot request there."""
    nodes = view.list(NODE)
    if len(nodes) > MAX_NODES:
        raise SimulationError(f"the cluster has {len(nodes)} nodes, more than the limit of {MAX_NODES}")
    load = load_of(view)
    for number, node in enumerate(nodes):
        requests = dict(load.get(node["metadata"]["name"], {}))
        others = requests.pop(_PODS, Fraction(0)) - 1
        yield _node(node, others)
        if requests:
            yield _load_pod(number, node["metadata"]["name"], requests)


def load_of(view: SnapshotView) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the requests of the pods of a snapshot by node; none if it does not have them."""
    try:
        return view.load.now
    except DeniedError:
        return {}


def _node(node: Data, other_pods: Fraction) -> dict[str, Any]:
    """Return a node. Its load is one pod, so the others are taken off its number of pods."""
    room = dict(node["status"]["allocatable"])
    if other_pods > 0 and _PODS in room:
        room[_PODS] = str(max(0, int((amount(room[_PODS]) or 0) - other_pods)))
    taints = list(node["spec"]["taints"])
    if node["status"]["conditions"]:  # as Kubernetes' node controller does
        taints.append({"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"})
    if node["spec"]["unschedulable"]:
        taints.append({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"})
    unique = list({(one["key"], one["effect"]): one for one in taints}.values())
    spec = {"taints": unique, "unschedulable": node["spec"]["unschedulable"]}
    status = {"allocatable": room, "capacity": room}
    return {"apiVersion": "v1", "kind": "Node", "metadata": node["metadata"], "spec": spec, "status": status}


def _load_pod(number: int, node: str, requests: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return a bound pod with these requests. An extended resource is a limit, too."""
    sizes = {name: format_amount(value, is_size=False) for name, value in requests.items() if " " not in name}
    limits = {name: value for name, value in sizes.items() if "/" in name or name.startswith("hugepages-")}
    container = {"name": "load", "image": _PAUSE, "resources": {"requests": sizes, "limits": limits}}
    ports = [_host_port(name) for name in requests if name.startswith("port ")]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"load-{number}", "namespace": LOAD_NAMESPACE},
        "spec": {
            "nodeName": node,
            "containers": [{**container, **({"ports": ports} if ports else {})}],
            "tolerations": [{"operator": "Exists"}],
            "terminationGracePeriodSeconds": 0,
        },
    }


def _host_port(name: str) -> dict[str, Any]:
    port, _, protocol = name.removeprefix("port ").partition("/")
    return {"containerPort": int(port), "hostPort": int(port), "protocol": protocol}


def list_new(view: SnapshotView, kind: GroupVersionKind) -> Iterator[tuple[Data, dict[str, Any]]]:
    """Yield the objects of a kind, each as the snapshot has it and as a new one; none if they are not known."""
    for one in _list(view, kind):
        yield one, _clean(one)


def _list(view: SnapshotView, kind: GroupVersionKind, namespace: str | None = None) -> tuple[Data, ...]:
    try:
        return tuple(view.list(kind, namespace))
    except (DeniedError, NotServedError):
        return ()


def _clean(item: Data) -> dict[str, Any]:
    """Return a new object without what the server sets. A quota that is in part used up is smaller."""
    metadata = {
        key: item["metadata"][key] for key in ("name", "namespace", "labels", "annotations") if key in item["metadata"]
    }
    found: dict[str, Any] = {key: value for key, value in item.items() if key != "status"} | {"metadata": metadata}
    if item["kind"] == "ResourceQuota":
        used = item.get("status", {}).get("used", {})
        hard = {name: _left(value, used.get(name, 0)) for name, value in item["spec"].get("hard", {}).items()}
        found["spec"] = {key: value for key, value in item["spec"].items() if key != "used"} | {"hard": hard}
    return found


def _left(hard: object, used: object) -> str:
    return format_amount(max(Fraction(0), (amount(hard) or Fraction(0)) - (amount(used) or Fraction(0))), is_size=False)


def _is_built_in(item: Data) -> bool:
    name = item["metadata"]["name"]
    return (item["kind"], name) in {("Namespace", one) for one in _BUILT_IN} or (
        item["kind"] == "PriorityClass" and name.startswith("system-")
    )
