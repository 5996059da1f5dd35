"""Say whether a run's pods have room on a cluster's nodes."""

from collections.abc import Mapping, Sequence

from render.doctor.finding import Finding, fault, ok, unknown, warning
from render.doctor.nodes.alone import untold
from render.doctor.nodes.batch import Stage
from render.doctor.nodes.packing import Placed, packed
from render.doctor.nodes.room import Load, rooms
from render.kube.gpus import is_gpu
from render.manifests.needs import Needs
from render.manifests.places import Data

_ADDED = "where an autoscaler adds nodes when pods wait, those that are not there yet are not counted"
_LATER = "the run waits until others end: with a gang scheduler as a whole, without one it holds what it has got"


def whenever(stage: Stage, nodes: Sequence[Data], load: Load, *, has_scaler: bool) -> Finding | None:
    """Return that the nodes could not take pods even if nobody else's ran there; None where they could.

    What belongs to a node itself (DaemonSets) keeps its room; conditions that nodes are in now are left out.
    """
    free = rooms(nodes, load.for_good)
    placed = packed(stage.batches, nodes, free, for_good=True)
    short = [one for one in placed if not one.is_enough]
    if not short:
        return None
    is_certain = not has_scaler and not _may_fit_otherwise(stage, short, nodes, free)
    return (fault if is_certain else warning)(stage.subject, _shorts(short, len(nodes)), _ADDED)


def now(stage: Stage, nodes: Sequence[Data], load: Load) -> Finding:
    """Return whether the nodes can take pods beside what runs there."""
    placed = packed(stage.batches, nodes, rooms(nodes, load.now), for_good=False)
    short = [one for one in placed if not one.is_enough]
    if short:
        return warning(stage.subject, f"not now: {_shorts(short, len(nodes))}", _LATER)
    message = ", ".join(f"{_count(one)} on {_plural(one.nodes, 'node')}" for one in placed)
    unread = sorted({*stage.unread, *(name for batch in stage.batches for name in untold(batch))})
    if unread:
        fields = ", ".join(f"`{name}`" for name in unread)
        return unknown(stage.subject, f"there is room ({message}); whether {fields} lets it the scheduler alone tells")
    return ok(stage.subject, f"there is room: {message}")


def _may_fit_otherwise(stage: Stage, short: Sequence[Placed], nodes: Sequence[Data], free: Mapping[str, Needs]) -> bool:
    """Say whether each of several roles would fit by itself, and so perhaps all in another order."""
    alone = [packed([one.batch], nodes, free, for_good=True)[0].is_enough for one in short]
    return len(stage.batches) > 1 and all(alone)


def _shorts(short: Sequence[Placed], nodes: int) -> str:
    return "; ".join(_short(one, nodes) for one in short)


def _short(placed: Placed, nodes: int) -> str:
    reasons = sorted(placed.refusals.items(), key=lambda found: (-found[1], found[0]))
    why = ", ".join(f"{count} {_agreeing(reason, count)}" for reason, count in reasons)
    where = f"{placed.count} of {_count(placed)} find room on {_plural(nodes, 'node')}"
    return f"{where}: {why}" if why else where


def _count(placed: Placed) -> str:
    batch = placed.batch
    gpus = ", ".join(f"{int(value)} `{name}`" for name, value in sorted(batch.needs.items()) if is_gpu(name) and value)
    count = placed.count if placed.is_enough else batch.minimum
    return f"{_plural(count, 'pod')} of `{batch.name}`" + (f" ({gpus} each)" if gpus else "")


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _agreeing(reason: str, count: int) -> str:
    return reason.replace("have ", "has ", 1).replace("aren't", "isn't", 1) if count == 1 else reason
