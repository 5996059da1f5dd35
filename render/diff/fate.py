"""What a cluster does with an object that is changed."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from render.diff.changes import Change, changes
from render.diff.entry import Entry
from render.diff.filled import stored
from render.diff.immutable import By
from render.diff.pairing import Pair
from render.diff.path import text
from render.diff.refusals import Refusal, refusals
from render.diff.workloads import CLAIM
from render.kube.schemas import Schemas


class Action(StrEnum):
    """What becomes of an object."""

    UNCHANGED = "unchanged"
    CREATED = "created"
    APPLIED = "applied"
    """Changed in place."""
    REFUSED = "refused"
    """The change is refused, and the object stays as it was."""
    RECREATED = "recreated"
    """Deleted, and made anew."""
    RENAMED = "renamed"
    """A new object beside the old one, which is removed."""
    REMOVED = "removed"
    """No longer written: deleted by what prunes (Argo CD, Flux, a Helm release), left there by what does not."""
    KEPT = "kept"
    """No longer written, and marked to stay."""


class Fate(NamedTuple):
    """What becomes of an object, and why."""

    pair: Pair
    action: Action
    changes: tuple[Change, ...] = ()
    """Of the fields, as they are written."""
    refusals: tuple[Refusal, ...] = ()
    why: str | None = None
    is_old_kept: bool = False
    """Whether an object that is no longer written, under this name, is marked to stay."""

    def is_refused(self, change: Change) -> bool:
        """Say whether a changed field can't be changed."""
        return any(refusal.covers(change.path) for refusal in self.refusals)


_SYNC = "argocd.argoproj.io/sync-options"
_FORCE = "kustomize.toolkit.fluxcd.io/force"
_KEEPS = {
    "helm.sh/resource-policy": "keep",
    _SYNC: "Prune=false",
    "kustomize.toolkit.fluxcd.io/prune": "disabled",
}
"""Annotations that leave an object where it is when it is no longer written. Each tool reads its own."""


def fate(pair: Pair, schemas: Schemas, *, is_live: bool = False) -> Fate:
    """Return what becomes of an object. `is_live`: the old one is what the cluster has, with all defaults."""
    if pair.old is None:
        return Fate(pair, Action.CREATED)
    kept = ", ".join(_keeping(pair.old))
    if pair.new is None:
        return Fate(pair, Action.KEPT if kept else Action.REMOVED, why=kept or None, is_old_kept=bool(kept))
    found = tuple(changes(pair.old.data, pair.new.data))
    if pair.is_renamed:
        others = tuple(change for change in found if change.path != ("metadata", "name"))
        return Fate(
            pair, Action.RENAMED, others, why=f"the old one stays: {kept}" if kept else None, is_old_kept=bool(kept)
        )
    if not found:
        return Fate(pair, Action.UNCHANGED)
    if pair.new.is_hook:
        return Fate(pair, Action.APPLIED, found, why="a hook, which is made anew whenever it runs")
    before = pair.old.data if is_live else stored(pair.old.kind, pair.old.data, schemas)
    after = stored(pair.new.kind, pair.new.data, schemas, before=pair.old.data)
    return _changed(pair, found, tuple(refusals(pair.new.kind.group_kind, before, after)))


def _changed(pair: Pair, found: tuple[Change, ...], refused: tuple[Refusal, ...]) -> Fate:
    options = _options(pair.entry)
    if {"Replace=true", "Force=true"} <= options:
        why = "`Replace=true,Force=true`: Argo CD deletes it and makes it anew for any change"
        return Fate(pair, Action.RECREATED, found, refused, why)
    if not refused:
        grows = pair.entry.kind.group_kind == CLAIM and any(
            change.path[:2] == ("spec", "resources") for change in found
        )
        return Fate(pair, Action.APPLIED, found, why="its storage class must let it grow" if grows else None)
    if str(pair.entry.annotations.get(_FORCE)).lower() == "enabled":
        return Fate(pair, Action.RECREATED, found, refused, f"`{_FORCE}`: Flux makes anew what can't be changed")
    first = refused[0]
    by = "" if first.row.by is By.SERVER else f" ({first.row.by})"
    return Fate(pair, Action.REFUSED, found, refused, f"`{text(first.path)}`: {first.row.why}{by}")


def _options(entry: Entry) -> set[str]:
    return {option.strip() for option in str(entry.annotations.get(_SYNC, "")).split(",")}


def _keeping(entry: Entry) -> Iterator[str]:
    """Yield the annotations that keep an object."""
    for key, value in _KEEPS.items():
        values = _options(entry) if key == _SYNC else {str(entry.annotations.get(key))}
        if value in values:
            yield f"`{key}: {value}`"
