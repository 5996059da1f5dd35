"""Check that the cluster has the levels of the network that a run names, and that one of their domains has room."""

from collections.abc import Iterator, Sequence

from render.cluster import DeniedError
from render.cluster.products import KAI, KUEUE
from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import NODE, ClusterView
from render.doctor.nodes import levels as of
from render.doctor.nodes.batch import PodBatch, pod_stages
from render.doctor.nodes.capacity import plural
from render.doctor.nodes.claimed_resources import claimed_resources
from render.doctor.nodes.domains import domain_rooms, has_room
from render.doctor.nodes.levels import TopologyLevel, levels
from render.doctor.nodes.node_resources import Load
from render.doctor.present_run import present_pods
from render.doctor.requirements import Requirements
from render.manifests.paths import Data

_QUEUE = "kueue.x-k8s.io/queue-name"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result for each level: who must know it, which nodes have it, and where there is room."""
    for level in levels(wanted.running):
        found = _unknown(level, wanted, view) or _unlabelled(level, view) or _room(level, wanted, view)
        if found is not None:
            yield found.at(level.item, level.path)


def _unknown(level: TopologyLevel, wanted: Requirements, view: ClusterView) -> CheckResult | None:
    """Return a result if the scheduler does not know the level."""
    known = _known(level, wanted, view)
    if known is None or level.label in known:
        return None
    source = _SOURCES[level.scheduler]
    hint = f"it has {', '.join(f'`{one}`' for one in sorted(known))}" if known else "ask the cluster's administrators"
    message = f"it is not a level of {source}" if known else _NONE[level.scheduler]
    is_fatal = level.is_required or level.scheduler == of.KUEUE  # Kueue never admits what it does not know
    return (fault if is_fatal else warning)(level.label, message, hint)


_SOURCES = {
    of.KUEUE: "the Topology of the queue's flavors",
    of.VOLCANO: "Volcano's HyperNodes",
    of.KAI: "KAI's Topology",
}


_NONE = {
    of.KUEUE: "no flavor of the queue has a Topology",
    of.VOLCANO: "no HyperNode has a name for its tier",
    of.KAI: "the cluster has no KAI Topology of this name",
}


def _known(level: TopologyLevel, wanted: Requirements, view: ClusterView) -> set[str] | None:
    """Return the levels that the scheduler knows; None if it reads the nodes' labels, or can't be asked."""
    if level.scheduler == of.KUEUE:
        return _of_queue(wanted, view)
    if level.scheduler == of.VOLCANO:
        kinds = view.served("topology.volcano.sh", "HyperNode")
        return {one["spec"].get("tierName", "") for kind in kinds[:1] for one in view.list(kind)} - {""}
    if level.scheduler == of.KAI:
        kinds = view.served(KAI, "Topology")
        name = level.item.data["metadata"]["annotations"].get(of.KAI_TOPOLOGY, "")
        return {one["nodeLabel"] for kind in kinds[:1] for one in _levels(view.find(kind, None, name))}
    return None


def _of_queue(wanted: Requirements, view: ClusterView) -> set[str] | None:
    """Return the levels of the Topologies of a queue's flavors; None without a queue, which another check reports."""
    labels = (item.data["metadata"].get("labels", {}).get(_QUEUE) for item in wanted.applied)
    name = next((label for label in labels if label), "")
    found = _object(view, "LocalQueue", wanted.namespace, name)
    queue = _object(view, "ClusterQueue", None, found["spec"]["clusterQueue"]) if found else None
    if queue is None:
        return None
    known: set[str] = set()
    for group in queue["spec"].get("resourceGroups", ()):
        for one in group["flavors"]:
            flavor = _object(view, "ResourceFlavor", None, one["name"]) or {}
            topology = flavor.get("spec", {}).get("topologyName", "")
            known |= {level["nodeLabel"] for level in _levels(_object(view, "Topology", None, topology))}
    return known


def _object(view: ClusterView, kind: str, namespace: str | None, name: str) -> Data | None:
    kinds = view.served(KUEUE, kind)
    return view.find(kinds[0], namespace, name) if kinds and name else None


def _levels(topology: Data | None) -> Sequence[Data]:
    found: Sequence[Data] = (topology or {}).get("spec", {}).get("levels", ())
    return found


def _unlabelled(level: TopologyLevel, view: ClusterView) -> CheckResult | None:
    """Return a result if no node has the label. HyperNodes may also list nodes by name."""
    if level.scheduler == of.VOLCANO or any(level.label in _labels(node) for node in view.list(NODE)):
        return None
    is_certain = level.is_required and not view.has_scaler
    message = "no node has this label"
    return (fault if is_certain else warning)(level.label, message, "`kubectl get nodes --show-labels` lists them")


def _room(level: TopologyLevel, wanted: Requirements, view: ClusterView) -> CheckResult | None:
    """Return whether a domain has room: on empty nodes, then with the current load. None where it need not."""
    batch = _batch(level, wanted, view)
    if not level.is_required or batch is None or not any(level.label in _labels(node) for node in view.list(NODE)):
        return None
    nodes = view.list(NODE)
    try:
        load = view.load
    except DeniedError:  # the check `nodes` reports it
        load = Load.none()
    never = _lack(level, batch, nodes, load, for_good=True)
    if never is not None:
        return (warning if view.has_scaler else fault)(level.label, never)
    busy = _lack(level, batch, nodes, load, for_good=False)
    if busy is not None:
        busy = _lack(level, batch, nodes, load.without(present_pods(wanted, view)), for_good=False)
    if busy is not None:
        return warning(level.label, f"not now: {busy}", "the run waits until other pods finish")
    return ok(level.label, f"there is room for {_wanted(level, batch)}")


def _batch(level: TopologyLevel, wanted: Requirements, view: ClusterView) -> PodBatch | None:
    """Return the pods of a level, without requests that nodes don't list."""
    claimed = claimed_resources(wanted, view)
    stages = (stage.without(claimed) for stage in pod_stages(wanted.running, wanted.least))
    return next((batch for stage in stages for batch in stage.batches if batch.pod == level.pod), None)


def _lack(level: TopologyLevel, batch: PodBatch, nodes: Sequence[Data], load: Load, *, for_good: bool) -> str | None:
    """Return the reason why the pods do not fit; None if the pods fit as the level asks."""
    rooms = list(
        domain_rooms(level.label, batch, nodes, load.free(nodes, for_good=for_good), for_good=for_good).values()
    )
    if has_room(level.size, batch, rooms):
        return None
    wanted = f"{plural(len(rooms), 'domain')} have no room for {_wanted(level, batch)}"
    return f"{wanted}: the largest has room for {plural(max(rooms), 'pod')}"


def _wanted(level: TopologyLevel, batch: PodBatch) -> str:
    if level.size is None:
        return f"{plural(batch.minimum, 'pod')} of `{batch.name}` in one domain"
    return f"{plural(batch.minimum // level.size, 'group')} of {plural(level.size, 'pod')} of `{batch.name}`"


def _labels(node: Data) -> Data:
    labels: Data = node["metadata"].get("labels", {})
    return labels
