"""Match the objects of two sides."""

import re
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from render.diff.side_object import RUNS, SideObject

_HASH = re.compile("-(?:[0-9a-f]{10}|[2456789bcdfghkmt]{10})$")
"""Hash suffix of objects that are renamed when their content changes: the chart's hex digits, or Kustomize's letters
(https://github.com/kubernetes-sigs/kustomize/blob/master/api/hasher/hasher.go).
"""


class ObjectPair(NamedTuple):
    """An object before and after; None if it does not exist."""

    old: SideObject | None
    new: SideObject | None

    @property
    def entry(self) -> SideObject:
        """Return the new object, else the old one."""
        entry = self.new or self.old
        if entry is None:
            raise ValueError("a pair of nothing")
        return entry

    @property
    def is_renamed(self) -> bool:
        """Return True if an object with another name replaces the old one."""
        return self.old is not None and self.new is not None and self.old.identity != self.new.identity


def pair_objects(old: Sequence[SideObject], new: Sequence[SideObject]) -> list[ObjectPair]:
    """Return all objects of both sides in the order of the new side; removed ones come last.

    Objects match by kind, namespace and name, in the same file first. Remaining objects of a file may have been
    renamed: its only run, and objects named after the run or by their content.
    """
    rest = _Rest(list(old), list(new))
    found = rest.taken(lambda entry: (entry.source, *entry.identity))
    found += rest.taken(lambda entry: entry.identity)
    runs = rest.taken(_run, is_only=True)
    names = {pair.entry.source: (pair.old.name, pair.entry.name) for pair in runs if pair.old is not None}
    found += [*runs, *rest.taken(lambda entry: _stem(entry, *names.get(entry.source, ("", ""))), is_only=True)]
    of_new = {id(pair.new): pair for pair in found}
    return [
        *(of_new.get(id(entry), ObjectPair(None, entry)) for entry in new),
        *(ObjectPair(entry, None) for entry in rest.old),
    ]


class _Rest(NamedTuple):
    """Objects without a counterpart so far."""

    old: list[SideObject]
    new: list[SideObject]

    def taken(self, key: Callable[[SideObject], Hashable | None], *, is_only: bool = False) -> list[ObjectPair]:
        """Remove and return the objects with the same key on both sides; None never matches.

        `is_only`: a key that a side has twice does not match.
        """
        before, after = _grouped(self.old, key), _grouped(self.new, key)
        found = [
            ObjectPair(*both)
            for same in before.keys() & after.keys()
            if not is_only or len(before[same]) == len(after[same]) == 1
            for both in zip(before[same], after[same], strict=False)
        ]
        gone = {id(entry) for pair in found for entry in pair}
        for entries in self:
            entries[:] = [entry for entry in entries if id(entry) not in gone]
        return found


def _grouped(
    entries: Sequence[SideObject], key: Callable[[SideObject], Hashable | None]
) -> dict[Hashable, list[SideObject]]:
    groups: dict[Hashable, list[SideObject]] = {}
    for entry in entries:
        if (found := key(entry)) is not None:
            groups.setdefault(found, []).append(entry)
    return groups


def _run(entry: SideObject) -> Hashable | None:
    return (entry.source, entry.kind.group_kind) if entry.kind.group_kind in RUNS and not entry.is_hook else None


def _stem(entry: SideObject, before: str, after: str) -> Hashable:
    """Return an object's name without the run's name, which was `before`, and without the hash suffix."""
    name = _HASH.sub("-", entry.name)
    runs = sorted((before, after), key=len, reverse=True)
    run = next((run for run in runs if run and f"{name}-".startswith(f"{run}-")), "")
    return entry.source, entry.kind.group_kind, name.removeprefix(run) if run else name, bool(run)
