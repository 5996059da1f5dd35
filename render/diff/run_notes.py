"""Notes on runs: what a change means for each training, and which checkpoints a new run finds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from render.diff.checkpoints import CheckpointPlace, checkpoint_places, own_claims
from render.diff.effect import Action, Effect
from render.diff.side_object import CLAIM, GANG, RUNS, SideObject

Gone = Mapping[tuple[str, str], str]
"""Claims by namespace and name; the value says what happens to the claim, as the end of a sentence."""


class Sides(NamedTuple):
    """All objects before and after."""

    old: Sequence[SideObject]
    new: Sequence[SideObject]


class Resumption(NamedTuple):
    """Checkpoints that the new run finds, as the end of a sentence, and whether it loses some."""

    sentence: str
    is_loss: bool


def find_resumption(old: SideObject, new: SideObject, sides: Sides, gone: Gone) -> Resumption:
    """Predict which checkpoints of the old run a new one finds, as far as both state their folders."""
    before, after = checkpoint_places(old, sides.old), checkpoint_places(new, sides.new)
    if not before:
        return Resumption("starts from scratch: the old one keeps no checkpoints in a claim", is_loss=False)
    if not after:
        where = _listed(before)
        return Resumption(f"starts from scratch: it mounts no claim, and the checkpoints are in {where}", is_loss=True)
    return _of_claims(before, after, _with_own(old, new, gone), new.namespace)


def _of_claims(
    before: frozenset[CheckpointPlace], after: frozenset[CheckpointPlace], gone: Gone, namespace: str
) -> Resumption:
    lost = {place for place in before & after if (namespace, place.claim) in gone}
    if lost:
        what = gone[namespace, min(lost).claim]
        return Resumption(f"starts from scratch: the claim {_listed(lost)} is {what}", is_loss=True)
    if before & after:
        where = _listed(before & after)
        return Resumption(f"finds the checkpoints: they are in the same claim {where}", is_loss=False)
    if {place.claim for place in before} & {place.claim for place in after}:
        folders = [
            ", ".join(f"`{folder}`" for folder in sorted({one.folder for one in found})) for found in (after, before)
        ]
        why = f"it uses another folder of the same claim ({folders[0]}, not {folders[1]})"
    else:
        why = f"its checkpoints are in another claim ({_listed(after)}, not {_listed(before)})"
    return Resumption(f"starts from scratch: {why}", is_loss=True)


def _with_own(old: SideObject, new: SideObject, gone: Gone) -> Gone:
    """Return the claims that are deleted, including those that belong to the old run."""
    if old.identity != new.identity:
        return gone
    own = {(old.namespace, one.claim): "deleted with the run" for one in own_claims(old) if one.is_deleted}
    return {**own, **gone}


def _listed(found: frozenset[CheckpointPlace] | set[CheckpointPlace]) -> str:
    return ", ".join(f"`{claim}`" for claim in sorted({place.claim for place in found}))


_PRUNED = "if removed objects are pruned (Argo CD with `prune`, Flux, a Helm release)"
_GONE = {
    Action.RECREATED: "deleted and created again, empty",
    Action.REMOVED: f"no longer in the manifests, and deleted {_PRUNED}",
    Action.RENAMED: f"no longer in the manifests, and deleted {_PRUNED}",
}
"""Wording for claims whose data is lost, by action."""

_STAYS = (Action.UNCHANGED, Action.APPLIED, Action.REFUSED)


class RunNote(NamedTuple):
    """A note on a run."""

    run: SideObject
    sentence: str
    is_loss: bool
    """True if a run ends, can't be changed, or starts without its checkpoints."""


def run_notes(effects: Sequence[Effect], sides: Sides) -> Iterator[RunNote]:
    """Yield the notes on each run that the change affects."""
    gone = dict(_gone(effects))
    for effect in effects:
        entry = effect.pair.entry
        if entry.kind.group_kind in RUNS and not entry.is_hook:
            yield from _of_run(effect, sides, gone)
            if effect.action in _STAYS:
                yield from _lost_claims(entry, sides, gone)
            if effect.action is Action.REFUSED:
                yield from _changed_gangs(entry, effects)


def _gone(effects: Sequence[Effect]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the claims whose data is lost."""
    for effect in effects:
        old = effect.pair.old
        if old is not None and old.kind.group_kind == CLAIM and effect.action in _GONE and not effect.is_old_kept:
            yield (old.namespace, old.name), _GONE[effect.action]


def _of_run(effect: Effect, sides: Sides, gone: Gone) -> Iterator[RunNote]:
    run, name = effect.pair.entry, f"`{effect.pair.entry.name}`"
    match effect.action:
        case Action.CREATED:
            yield RunNote(run, f"this starts the training {name}", is_loss=False)
        case Action.APPLIED:
            yield _in_place(effect)
        case Action.REFUSED:
            sentence = f"the change of the training {name} is rejected, and it continues unchanged"
            yield RunNote(run, f"{sentence}: start a run with another name", is_loss=True)
        case Action.REMOVED:
            yield RunNote(run, f"the training {name} is no longer in the manifests and ends {_PRUNED}", is_loss=True)
        case Action.RECREATED | Action.RENAMED:
            yield from _recreated(effect, sides, gone)


def _in_place(effect: Effect) -> RunNote:
    run, name = effect.pair.entry, f"`{effect.pair.entry.name}`"
    if ("spec", "suspend") not in {change.path for change in effect.changes}:
        return RunNote(run, f"the training {name} continues: the change is made in place", is_loss=False)
    if run.data.get("spec", {}).get("suspend") is True:
        return RunNote(run, f"this suspends the training {name}: its pods end until it is resumed", is_loss=True)
    return RunNote(run, f"this resumes the training {name} if it is suspended", is_loss=False)


def _recreated(effect: Effect, sides: Sides, gone: Gone) -> Iterator[RunNote]:
    old, new = effect.pair.old, effect.pair.new
    if old is None or new is None:
        return
    found = find_resumption(old, new, sides, gone)
    if effect.action is Action.RENAMED:
        yield RunNote(new, f"the new run `{new.name}` {found.sentence}", found.is_loss)
        if not effect.is_old_kept:
            sentence = f"the training `{old.name}` is no longer in the manifests: it ends {_PRUNED}"
            yield RunNote(old, f"{sentence}; otherwise it continues next to `{new.name}`", is_loss=True)
    elif _is_over(old):
        sentence = f"the training `{new.name}` has finished; its replacement {found.sentence}"
        yield RunNote(new, sentence, found.is_loss)
    else:
        sentence = f"this ends the running training `{new.name}`; its replacement {found.sentence}"
        yield RunNote(new, sentence, is_loss=True)


def _lost_claims(run: SideObject, sides: Sides, gone: Gone) -> Iterator[RunNote]:
    """Yield the claims of a continuing run whose data is lost."""
    for claim in sorted({place.claim for place in checkpoint_places(run, sides.new)}):
        if (run.namespace, claim) in gone:
            what = gone[run.namespace, claim]
            yield RunNote(run, f"the claim `{claim}` of the training `{run.name}` is {what}", is_loss=True)


def _changed_gangs(run: SideObject, effects: Sequence[Effect]) -> Iterator[RunNote]:
    """Yield changed gangs of runs that stay unchanged: a restart may then wait forever."""
    for effect in effects:
        gang = effect.pair.entry
        is_changed = effect.action is Action.APPLIED and any(change.path[0] == "spec" for change in effect.changes)
        if gang.kind.name == GANG and gang.source == run.source and is_changed:
            sentence = f"the gang `{gang.name}` of the training `{run.name}` is changed anyway and no longer fits it"
            yield RunNote(
                run,
                f"{sentence}, if one rejected object does not stop the rest (Argo CD, `kubectl apply`)",
                is_loss=True,
            )


def _is_over(run: SideObject) -> bool:
    """Return True if a live run has finished."""
    conditions = run.data.get("status", {}).get("conditions", [])
    ends = ("Complete", "Completed", "Failed", "Succeeded")
    return any(one.get("type") in ends and one.get("status") == "True" for one in conditions)
