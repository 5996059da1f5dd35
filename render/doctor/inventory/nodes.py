"""List the nodes by pool, with their devices: total and free."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from render.cluster import DeniedError
from render.doctor.check_result import CheckResult, ok, unknown, warning
from render.doctor.cluster_view import NODE, ClusterView
from render.doctor.nodes.node_resources import allocatable, free_resources
from render.kube.formats.resources import is_extended
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs

_POOLS = (
    "cloud.google.com/gke-nodepool",
    "eks.amazonaws.com/nodegroup",
    "karpenter.sh/nodepool",
    "kubernetes.azure.com/agentpool",
    "oci.oraclecloud.com/node.pool.name",
    "node.kubernetes.io/instance-type",
)
"""Labels that name a pool; the last one is the machine type, if there is no other."""


def check(view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per pool. Devices are extended resources that device plug-ins registered."""
    nodes = view.list(NODE)
    if not nodes:
        yield warning("nodes", "there are none")
    try:
        free = free_resources(nodes, view.load.now)
    except DeniedError as error:
        yield unknown("free devices", str(error), error.hint)
        free = {}
    pools: dict[str, list[Data]] = {}
    for node in nodes:
        pools.setdefault(_pool(node), []).append(node)
    for name, members in sorted(pools.items()):
        yield ok(name, _described(members, free))


def _pool(node: Data) -> str:
    labels = node["metadata"].get("labels", {})
    return next((str(labels[label]) for label in _POOLS if label in labels), "nodes of no pool")


def _described(nodes: Sequence[Data], free: dict[str, Needs]) -> str:
    devices = sorted({name for node in nodes for name in allocatable(node) if is_extended(name)})
    parts = [_device(name, nodes, free) for name in devices]
    count = f"{len(nodes)} node{'' if len(nodes) == 1 else 's'}"
    cordoned = sum(bool(node.get("spec", {}).get("unschedulable")) for node in nodes)
    return ", ".join([count, *([f"{cordoned} of them cordoned"] if cordoned else []), *(parts or ["no devices"])])


def _device(name: str, nodes: Sequence[Data], free: dict[str, Needs]) -> str:
    total = sum((allocatable(node).get(name, Fraction(0)) for node in nodes), Fraction(0))
    left = [
        max(room.get(name, Fraction(0)), Fraction(0)) for node in nodes if (room := free.get(node["metadata"]["name"]))
    ]
    return f"{int(total)} `{name}`" + (f" ({int(sum(left))} free)" if free else "")
