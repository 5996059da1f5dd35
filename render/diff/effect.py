"""Predict what a cluster does with a changed object: find the changes of immutable fields, which it rejects."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from render.diff.changes import ABSENT, FieldChange, differ, find_changes
from render.diff.defaults import with_server_defaults
from render.diff.immutable_field import ChangeKind, ImmutableField, RefusedBy
from render.diff.immutable_fields import IMMUTABLE
from render.diff.object_pairs import ObjectPair
from render.diff.path import EACH, Path, Pattern, field_path, is_below, pair_items
from render.diff.side_object import CLAIM, SideObject
from render.kube.schemas import Schemas

Data = Mapping[str, Any]


class ImmutableChange(NamedTuple):
    """A changed immutable field and its row."""

    path: Path
    row: ImmutableField

    def covers(self, path: Path) -> bool:
        """Return True if a changed field is at or below this field."""
        shared = min(len(path), len(self.path))
        return path[:shared] == self.path[:shared] and not any(is_below(path, place) for place in self.row.free)


def immutable_changes(group_kind: str, old: Data, new: Data) -> Iterator[ImmutableChange]:
    """Yield the changed immutable fields of an object that exists as `old`."""
    for row in IMMUTABLE.get(group_kind, ()):
        if row.applies(old, new):
            for path, before, after in _places(row.field, old, new):
                if _is_refused(row, path, before, after):
                    yield ImmutableChange(path, row)


def _is_refused(row: ImmutableField, path: Path, before: Any, after: Any) -> bool:
    if row.change is ChangeKind.OF_VALUE and ABSENT in (before, after):
        return False
    return differ(_without(before, path, row.free), _without(after, path, row.free), path)


def _places(field: Pattern, old: Any, new: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the paths that match a pattern in two objects, with both values."""
    if not field:
        yield path, old, new
    elif field[0] == EACH:
        both = [value if isinstance(value, list) else [] for value in (old, new)]
        pairs = pair_items(*both)
        for part, before, after in pairs.items if pairs is not None else ():
            yield from _places(field[1:], before or ABSENT, after or ABSENT, (*path, part))
    else:
        before, after = (_member(value, field[0]) for value in (old, new))
        if before is not ABSENT or after is not ABSENT:
            yield from _places(field[1:], before, after, (*path, field[0]))


def _member(value: Any, key: str) -> Any:
    found = value.get(key) if isinstance(value, dict) else None
    return ABSENT if found is None else found


def _without(value: Any, path: Path, free: tuple[Pattern, ...]) -> Any:
    """Return a value without its mutable parts and without mappings that become empty."""
    below = tuple(place for place in free if len(place) > len(path))
    if not below:
        return value
    if isinstance(value, list):
        inner = tuple(place for place in below if place[len(path)] == EACH)
        return [_without(item, (*path, 0), inner) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, item in value.items():
        inner = tuple(place for place in below if place[len(path)] == key)
        if any(len(place) == len(path) + 1 for place in inner):
            continue
        rest = _without(item, (*path, key), inner)
        if rest != {} or item == {}:
            kept[key] = rest
    return kept


class Action(StrEnum):
    """An effect on an object."""

    UNCHANGED = "unchanged"
    CREATED = "created"
    APPLIED = "applied"
    """Changed in place."""
    REFUSED = "refused"
    """The API server or a webhook rejects the change; the object stays."""
    RECREATED = "recreated"
    """Deleted and created again."""
    RENAMED = "renamed"
    """A new object is created, and the old one is removed."""
    REMOVED = "removed"
    """No longer in the manifests: deleted by tools that prune (Argo CD, Flux, Helm), left by others."""
    KEPT = "kept"
    """No longer in the manifests, but annotated to be kept."""


class Effect(NamedTuple):
    """The effect on an object, and the reason."""

    pair: ObjectPair
    action: Action
    changes: tuple[FieldChange, ...] = ()
    """Changed fields of the manifests."""
    refusals: tuple[ImmutableChange, ...] = ()
    why: str | None = None
    is_old_kept: bool = False
    """True if the old object is annotated to be kept."""

    def is_refused(self, change: FieldChange) -> bool:
        """Return True if a changed field is immutable."""
        return any(refusal.covers(change.path) for refusal in self.refusals)


_SYNC = "argocd.argoproj.io/sync-options"
_FORCE = "kustomize.toolkit.fluxcd.io/force"
_KEEPS = {
    "helm.sh/resource-policy": "keep",
    _SYNC: "Prune=false",
    "kustomize.toolkit.fluxcd.io/prune": "disabled",
}
"""Annotations that keep an object that is no longer in the manifests. Each tool reads its own."""


def effect_on(pair: ObjectPair, schemas: Schemas, *, is_live: bool = False) -> Effect:
    """Return the effect on an object. `is_live`: the old one comes from a cluster and includes all defaults."""
    if pair.old is None:
        return Effect(pair, Action.CREATED)
    kept = ", ".join(_keeping(pair.old))
    if pair.new is None:
        return Effect(pair, Action.KEPT if kept else Action.REMOVED, why=kept or None, is_old_kept=bool(kept))
    found = tuple(find_changes(pair.old.data, pair.new.data))
    if pair.is_renamed:
        others = tuple(change for change in found if change.path != ("metadata", "name"))
        return Effect(
            pair, Action.RENAMED, others, why=f"the old one stays: {kept}" if kept else None, is_old_kept=bool(kept)
        )
    if not found:
        return Effect(pair, Action.UNCHANGED)
    if pair.new.is_hook:
        return Effect(pair, Action.APPLIED, found, why="a hook, which is created again whenever it runs")
    before = pair.old.data if is_live else with_server_defaults(pair.old.kind, pair.old.data, schemas)
    after = with_server_defaults(pair.new.kind, pair.new.data, schemas, before=pair.old.data)
    return _changed(pair, found, tuple(immutable_changes(pair.new.kind.group_kind, before, after)))


def _changed(pair: ObjectPair, found: tuple[FieldChange, ...], refused: tuple[ImmutableChange, ...]) -> Effect:
    options = _options(pair.entry)
    if {"Replace=true", "Force=true"} <= options:
        why = "`Replace=true,Force=true`: Argo CD deletes and creates it again for any change"
        return Effect(pair, Action.RECREATED, found, refused, why)
    if not refused:
        grows = pair.entry.kind.group_kind == CLAIM and any(
            change.path[:2] == ("spec", "resources") for change in found
        )
        return Effect(
            pair, Action.APPLIED, found, why="its storage class must allow volume expansion" if grows else None
        )
    if str(pair.entry.annotations.get(_FORCE)).lower() == "enabled":
        return Effect(
            pair, Action.RECREATED, found, refused, f"`{_FORCE}`: Flux creates it again if a change is rejected"
        )
    first = refused[0]
    by = "" if first.row.by is RefusedBy.SERVER else f" ({first.row.by})"
    return Effect(pair, Action.REFUSED, found, refused, f"`{field_path(first.path)}`: {first.row.why}{by}")


def _options(entry: SideObject) -> set[str]:
    return {option.strip() for option in str(entry.annotations.get(_SYNC, "")).split(",")}


def _keeping(entry: SideObject) -> Iterator[str]:
    """Yield the annotations that keep the object."""
    for key, value in _KEEPS.items():
        values = _options(entry) if key == _SYNC else {str(entry.annotations.get(key))}
        if value in values:
            yield f"`{key}: {value}`"
