"""Whether a run that takes the place of another one finds its checkpoints."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from render.diff.checkpoints import Place, own_claims, places
from render.diff.entry import Entry

Gone = Mapping[tuple[str, str], str]
"""Claims by namespace and name, each with what happens to it, as the end of a sentence."""


class Sides(NamedTuple):
    """All objects before and after."""

    old: Sequence[Entry]
    new: Sequence[Entry]


class Resumption(NamedTuple):
    """What the new run finds, as the end of a sentence, and whether checkpoints are out of its reach."""

    sentence: str
    is_loss: bool


def resumption(old: Entry, new: Entry, sides: Sides, gone: Gone) -> Resumption:
    """Return what a new run finds of an old one's checkpoints, as far as both say where they are."""
    before, after = places(old, sides.old), places(new, sides.new)
    if not before:
        return Resumption("starts from nothing: the old one keeps nothing in a claim", is_loss=False)
    if not after:
        where = _listed(before)
        return Resumption(f"starts from nothing: it mounts no claim, and the checkpoints are in {where}", is_loss=True)
    return _of_claims(before, after, _with_own(old, new, gone), new.namespace)


def _of_claims(before: frozenset[Place], after: frozenset[Place], gone: Gone, namespace: str) -> Resumption:
    lost = {place for place in before & after if (namespace, place.claim) in gone}
    if lost:
        what = gone[namespace, min(lost).claim]
        return Resumption(f"starts from nothing: the claim {_listed(lost)} is {what}", is_loss=True)
    if before & after:
        where = _listed(before & after)
        return Resumption(f"finds the checkpoints: they are in the same claim {where}", is_loss=False)
    if {place.claim for place in before} & {place.claim for place in after}:
        folders = [
            ", ".join(f"`{folder}`" for folder in sorted({one.folder for one in found})) for found in (after, before)
        ]
        why = f"it looks into another folder of the same claim ({folders[0]}, not {folders[1]})"
    else:
        why = f"its checkpoints are in another claim ({_listed(after)}, not {_listed(before)})"
    return Resumption(f"starts from nothing: {why}", is_loss=True)


def _with_own(old: Entry, new: Entry, gone: Gone) -> Gone:
    """Return the claims that go away, with those that are deleted with the old run."""
    if old.identity != new.identity:
        return gone
    own = {(old.namespace, one.claim): "deleted with the run" for one in own_claims(old) if one.is_deleted}
    return {**own, **gone}


def _listed(found: frozenset[Place] | set[Place]) -> str:
    return ", ".join(f"`{claim}`" for claim in sorted({place.claim for place in found}))
