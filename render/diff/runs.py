"""What a change does to the trainings, in sentences for whoever must decide at night."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.diff.checkpoints import places
from render.diff.entry import Entry
from render.diff.fate import Action, Fate
from render.diff.resuming import Gone, Sides, resumption
from render.diff.workloads import CLAIM, GANG, RUNS

_PRUNED = "where what is removed is pruned (Argo CD with `prune`, Flux, a Helm release)"
_GONE = {
    Action.RECREATED: "deleted and made anew, empty",
    Action.REMOVED: f"no longer written, and deleted {_PRUNED}",
    Action.RENAMED: f"no longer written, and deleted {_PRUNED}",
}
"""What becomes of a claim whose content is lost."""

_STAYS = (Action.UNCHANGED, Action.APPLIED, Action.REFUSED)


class Told(NamedTuple):
    """A sentence on a training."""

    run: Entry
    sentence: str
    is_loss: bool
    """Whether a training ends, or can't be changed as asked, or starts without its checkpoints."""


def told(fates: Sequence[Fate], sides: Sides) -> Iterator[Told]:
    """Yield what there is to say of each training that the change concerns."""
    gone = dict(_gone(fates))
    for fate in fates:
        entry = fate.pair.entry
        if entry.kind.group_kind in RUNS and not entry.is_hook:
            yield from _of_run(fate, sides, gone)
            if fate.action in _STAYS:
                yield from _lost_claims(entry, sides, gone)
            if fate.action is Action.REFUSED:
                yield from _changed_gangs(entry, fates)


def _gone(fates: Sequence[Fate]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the claims whose content is lost."""
    for fate in fates:
        old = fate.pair.old
        if old is not None and old.kind.group_kind == CLAIM and fate.action in _GONE and not fate.is_old_kept:
            yield (old.namespace, old.name), _GONE[fate.action]


def _of_run(fate: Fate, sides: Sides, gone: Gone) -> Iterator[Told]:
    run, name = fate.pair.entry, f"`{fate.pair.entry.name}`"
    match fate.action:
        case Action.CREATED:
            yield Told(run, f"this starts the training {name}", is_loss=False)
        case Action.APPLIED:
            yield _in_place(fate)
        case Action.REFUSED:
            sentence = f"the change of the training {name} is refused, and it goes on as it was"
            yield Told(run, f"{sentence}: a run of another name can start beside it", is_loss=True)
        case Action.REMOVED:
            yield Told(run, f"the training {name} is no longer written, and ends {_PRUNED}", is_loss=True)
        case Action.RECREATED | Action.RENAMED:
            yield from _made_anew(fate, sides, gone)


def _in_place(fate: Fate) -> Told:
    run, name = fate.pair.entry, f"`{fate.pair.entry.name}`"
    if ("spec", "suspend") not in {change.path for change in fate.changes}:
        return Told(run, f"the training {name} goes on: the change is made in place", is_loss=False)
    if run.data.get("spec", {}).get("suspend") is True:
        return Told(run, f"this suspends the training {name}, which ends its pods until it is resumed", is_loss=True)
    return Told(run, f"this resumes the training {name} if it is suspended", is_loss=False)


def _made_anew(fate: Fate, sides: Sides, gone: Gone) -> Iterator[Told]:
    old, new = fate.pair.old, fate.pair.new
    if old is None or new is None:
        return
    found = resumption(old, new, sides, gone)
    if fate.action is Action.RENAMED:
        yield Told(new, f"the new run `{new.name}` {found.sentence}", found.is_loss)
        if not fate.is_old_kept:
            sentence = f"the training `{old.name}` is no longer written: it ends {_PRUNED}"
            yield Told(old, f"{sentence}, and goes on beside `{new.name}` elsewhere", is_loss=True)
    elif _is_over(old):
        sentence = f"the training `{new.name}` is over; the one that takes its place {found.sentence}"
        yield Told(new, sentence, found.is_loss)
    else:
        sentence = f"this ends the running training `{new.name}`; the one that takes its place {found.sentence}"
        yield Told(new, sentence, is_loss=True)


def _lost_claims(run: Entry, sides: Sides, gone: Gone) -> Iterator[Told]:
    """Yield the claims of a training that goes on, and whose content is lost."""
    for claim in sorted({place.claim for place in places(run, sides.new)}):
        if (run.namespace, claim) in gone:
            what = gone[run.namespace, claim]
            yield Told(run, f"the claim `{claim}` of the training `{run.name}` is {what}", is_loss=True)


def _changed_gangs(run: Entry, fates: Sequence[Fate]) -> Iterator[Told]:
    """Yield the gangs that are changed beside a run that stays as it was: a restart may then wait for ever."""
    for fate in fates:
        gang = fate.pair.entry
        is_changed = fate.action is Action.APPLIED and any(change.path[0] == "spec" for change in fate.changes)
        if gang.kind.name == GANG and gang.source == run.source and is_changed:
            sentence = (
                f"the gang `{gang.name}` of the training `{run.name}` is changed all the same and no longer fits it"
            )
            yield Told(
                run, f"{sentence}, where one refusal does not stop the rest (Argo CD, `kubectl apply`)", is_loss=True
            )


def _is_over(run: Entry) -> bool:
    """Say whether a run that the cluster has is over: that is known of a live object alone."""
    conditions = run.data.get("status", {}).get("conditions", [])
    ends = ("Complete", "Completed", "Failed", "Succeeded")
    return any(one.get("type") in ends and one.get("status") == "True" for one in conditions)
