"""What a change does to the trainings, in sentences for whoever must decide at night."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.diff.checkpoints import Place, places
from render.diff.entry import Entry
from render.diff.fate import Action, Fate
from render.diff.pairing import Pair
from render.diff.workloads import CLAIM, RUNS

_PRUNED = "where what is removed is pruned (Argo CD with `prune`, Flux, a Helm release)"
_GONE = frozenset((Action.REMOVED, Action.RECREATED, Action.RENAMED))


class Told(NamedTuple):
    """A sentence on a training."""

    run: Entry
    sentence: str
    is_loss: bool
    """Whether a training ends, or can't be changed as asked, or starts without its checkpoints."""


class Sides(NamedTuple):
    """All objects before and after."""

    old: Sequence[Entry]
    new: Sequence[Entry]


def told(fates: Sequence[Fate], sides: Sides) -> Iterator[Told]:
    """Yield what there is to say of each training that the change concerns."""
    gone = {fate.pair.old.name for fate in fates if fate.pair.old is not None and _is_lost_claim(fate)}
    for fate in fates:
        entry = fate.pair.entry
        if entry.kind.group_kind in RUNS and not entry.is_hook:
            yield from _of_run(fate, sides, frozenset(gone))


def _is_lost_claim(fate: Fate) -> bool:
    return fate.pair.entry.kind.group_kind == CLAIM and fate.action in _GONE and not fate.is_old_kept


def _of_run(fate: Fate, sides: Sides, gone: frozenset[str]) -> Iterator[Told]:
    run, name = fate.pair.entry, f"`{fate.pair.entry.name}`"
    match fate.action:
        case Action.CREATED:
            yield Told(run, f"this starts the training {name}", is_loss=False)
        case Action.REFUSED:
            sentence = f"the change of the training {name} is refused, and it goes on as it was"
            yield Told(run, f"{sentence}: a run of another name can start beside it", is_loss=True)
        case Action.RECREATED if fate.pair.old is not None and is_over(fate.pair.old):
            yield Told(
                run, f"the training {name} is over, and runs again: {_found(fate.pair, sides, gone)}", is_loss=False
            )
        case Action.RECREATED:
            sentence = f"this ends the running training {name}; the one that takes its place"
            yield Told(run, f"{sentence} {_found(fate.pair, sides, gone)}", is_loss=True)
        case Action.REMOVED:
            yield Told(run, f"the training {name} is no longer written, and ends {_PRUNED}", is_loss=True)
        case Action.RENAMED if fate.pair.old is not None:
            old = f"`{fate.pair.old.name}`"
            yield Told(
                run, f"the new run {name} {_found(fate.pair, sides, gone)}", is_loss=_starts_over(fate.pair, sides)
            )
            if not fate.is_old_kept:
                sentence = (
                    f"the training {old} is no longer written: it ends {_PRUNED}, and goes on beside {name} elsewhere"
                )
                yield Told(fate.pair.old, sentence, is_loss=True)
        case _:
            yield from _in_place(fate, sides, gone)


def _in_place(fate: Fate, sides: Sides, gone: frozenset[str]) -> Iterator[Told]:
    """Yield what there is to say of a training that stays."""
    run, name = fate.pair.entry, f"`{fate.pair.entry.name}`"
    if ("spec", "suspend") in {change.path for change in fate.changes}:
        if run.data.get("spec", {}).get("suspend") is True:
            yield Told(run, f"this suspends the training {name}, which ends its pods until it is resumed", is_loss=True)
        else:
            yield Told(run, f"this resumes the training {name} if it is suspended", is_loss=False)
    elif fate.action is Action.APPLIED:
        yield Told(run, f"the training {name} goes on: the change is made in place", is_loss=False)
    lost = sorted({place.claim for place in places(run, sides.new)} & gone) if fate.action is not Action.KEPT else []
    for claim in lost:
        yield Told(
            run,
            f"the claim `{claim}` of the training {name} is no longer written: it is deleted {_PRUNED}",
            is_loss=True,
        )


def is_over(run: Entry) -> bool:
    """Say whether a run that the cluster has is over: that is known of a live object alone."""
    conditions = run.data.get("status", {}).get("conditions", [])
    ends = ("Complete", "Completed", "Failed", "Succeeded")
    return any(one.get("type") in ends and one.get("status") == "True" for one in conditions)


def _starts_over(pair: Pair, sides: Sides) -> bool:
    return pair.old is not None and bool(places(pair.old, sides.old)) and not _shared(pair, sides)


def _shared(pair: Pair, sides: Sides) -> frozenset[Place]:
    if pair.old is None or pair.new is None:
        return frozenset()
    return places(pair.old, sides.old) & places(pair.new, sides.new)


def _found(pair: Pair, sides: Sides, gone: frozenset[str]) -> str:
    """Return whether the new run of a pair finds the checkpoints of the old one, as the end of a sentence."""
    if pair.old is None or pair.new is None:
        raise ValueError("one run has no checkpoints to compare")
    before, after = places(pair.old, sides.old), places(pair.new, sides.new)
    claims = [sorted({place.claim for place in found}) for found in (before, after)]
    if not before:
        return "starts from nothing: the old one keeps nothing in a claim"
    if not after:
        return f"starts from nothing: it mounts no claim, and the checkpoints are in {_listed(claims[0])}"
    lost = sorted({place.claim for place in before & after} & gone)
    if lost:
        return f"starts from nothing where claims are pruned: {_listed(lost)} is no longer written"
    if before & after:
        return f"finds the checkpoints: they are in the same claim {_listed(sorted({p.claim for p in before & after}))}"
    if set(claims[0]) & set(claims[1]):
        folders = [_listed(sorted({place.folder for place in found})) for found in (after, before)]
        return f"starts from nothing: it looks into another folder of the same claim ({folders[0]}, not {folders[1]})"
    return f"starts from nothing: its checkpoints are in another claim ({_listed(claims[1])}, not {_listed(claims[0])})"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
