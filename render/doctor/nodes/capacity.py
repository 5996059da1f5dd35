"""Place a run's pods on a cluster's nodes, and check that they fit.

Equal pods are counted node by node, which is exact. If several roles run at once, the largest are placed first:
a fit is certain, but without one another order may still fit.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.doctor.check_result import CheckResult, fault, ok, unknown, warning
from render.doctor.nodes.batch import PodBatch, PodStage
from render.doctor.nodes.node_constraints import (
    excludes_itself,
    node_affinity_matches,
    undecidable_fields,
    untolerated_taints,
)
from render.doctor.nodes.node_resources import Load, is_port, lacking_resources, pods_that_fit, subtract
from render.kube.devices import is_gpu
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs

NOT_SELECTED = "aren't selected by its labels"


@dataclass(frozen=True, slots=True)
class Placement:
    """Number of pods of a batch that fit."""

    batch: PodBatch
    count: int
    nodes: int
    """Number of nodes used."""
    refusals: Mapping[str, int] = field(default_factory=dict)
    """Number of nodes that take no pod, by reason."""

    @property
    def is_enough(self) -> bool:
        """Return True if the run can start with these pods."""
        return self.count >= self.batch.minimum


def place_pods(
    batches: Sequence[PodBatch], nodes: Sequence[Data], rooms: Mapping[str, Needs], *, for_good: bool
) -> list[Placement]:
    """Return the placement of each batch. `rooms` are the free resources by node name.

    With `for_good`, temporary node conditions are ignored.
    """
    left = dict(rooms)
    by_weight = sorted(batches, key=lambda batch: (batch.weight, batch.name))
    found = {batch.name: _place(batch, nodes, left, for_good=for_good) for batch in by_weight}
    return [found[batch.name] for batch in batches]


def _place(batch: PodBatch, nodes: Sequence[Data], left: dict[str, Needs], *, for_good: bool) -> Placement:
    """Place pods and subtract their requests."""
    placed, used = 0, 0
    refusals: Counter[str] = Counter()
    for node in nodes:
        if placed == batch.count:
            break
        name = node["metadata"]["name"]
        room = left[name]
        reasons = list(_refusals(batch, node, room, for_good=for_good))
        if reasons:
            refusals.update(reasons[:1])
            continue
        most = 1 if excludes_itself(batch) else pods_that_fit(room, batch.needs)
        taken = min(most, batch.count - placed)
        left[name] = subtract(room, batch.needs, taken)
        placed, used = placed + taken, used + 1
    return Placement(batch, placed, used, refusals)


def _refusals(batch: PodBatch, node: Data, room: Needs, *, for_good: bool) -> Iterator[str]:
    """Yield why a node takes no pod of a batch, permanent reasons first."""
    if not node_affinity_matches(batch.spec, node):
        yield NOT_SELECTED
    for taint in untolerated_taints(batch.spec, node, for_good=for_good):
        yield f"have the taint `{taint}`"
    for resource in lacking_resources(room, batch.needs):
        yield f"have `{resource}` in use" if is_port(resource) else f"have too little `{resource}`"


_ADDED = "nodes that an autoscaler may add are not counted"
_LATER = "the run waits for other pods to finish; without a gang scheduler it holds resources meanwhile"


def fits_empty_cluster(stage: PodStage, nodes: Sequence[Data], load: Load, *, has_scaler: bool) -> CheckResult | None:
    """Return a result if the pods don't fit even on empty nodes, else None.

    DaemonSets keep their resources; temporary node conditions are ignored.
    """
    free = load.free(nodes, for_good=True)
    placed = place_pods(stage.batches, nodes, free, for_good=True)
    short = [one for one in placed if not one.is_enough]
    if not short:
        return None
    is_certain = not has_scaler and not _may_fit_otherwise(stage, short, nodes, free)
    return (fault if is_certain else warning)(stage.subject, _shorts(short, len(nodes)), _ADDED)


def fits_now(stage: PodStage, nodes: Sequence[Data], load: Load) -> CheckResult:
    """Return whether the pods fit with the current load."""
    placed = place_pods(stage.batches, nodes, load.free(nodes, for_good=False), for_good=False)
    short = [one for one in placed if not one.is_enough]
    if short:
        return warning(stage.subject, f"not now: {_shorts(short, len(nodes))}", _LATER)
    message = ", ".join(f"{_count(one)} on {plural(one.nodes, 'node')}" for one in placed)
    unread = sorted({*stage.unread, *(name for batch in stage.batches for name in undecidable_fields(batch))})
    if unread:
        fields = ", ".join(f"`{name}`" for name in unread)
        return unknown(stage.subject, f"there is room ({message}), but only the scheduler can evaluate {fields}")
    return ok(stage.subject, f"there is room: {message}")


def _may_fit_otherwise(
    stage: PodStage, short: Sequence[Placement], nodes: Sequence[Data], free: Mapping[str, Needs]
) -> bool:
    """Return True if each of several roles fits alone, so that another order might fit all."""
    alone = [place_pods([one.batch], nodes, free, for_good=True)[0].is_enough for one in short]
    return len(stage.batches) > 1 and all(alone)


def _shorts(short: Sequence[Placement], nodes: int) -> str:
    return "; ".join(_short(one, nodes) for one in short)


def _short(placed: Placement, nodes: int) -> str:
    reasons = sorted(placed.refusals.items(), key=lambda found: (-found[1], found[0]))
    why = ", ".join(f"{count} {_agreeing(reason, count)}" for reason, count in reasons)
    where = f"{placed.count} of {_count(placed)} find room on {plural(nodes, 'node')}"
    return f"{where}: {why}" if why else where


def _count(placed: Placement) -> str:
    batch = placed.batch
    gpus = ", ".join(f"{int(value)} `{name}`" for name, value in sorted(batch.needs.items()) if is_gpu(name) and value)
    count = placed.count if placed.is_enough else batch.minimum
    return f"{plural(count, 'pod')} of `{batch.name}`" + (f" ({gpus} each)" if gpus else "")


def plural(count: int, noun: str) -> str:
    """Return a number with its noun, as in `1 node` and `2 nodes`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _agreeing(reason: str, count: int) -> str:
    return reason.replace("have ", "has ", 1).replace("aren't", "isn't", 1) if count == 1 else reason
