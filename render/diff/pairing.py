"""Which object of one side is which of the other."""

import re
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from render.diff.entry import Entry
from render.diff.workloads import RUNS

_HASH = re.compile("-(?:[0-9a-f]{10}|[2456789bcdfghkmt]{10})$")
"""Ends the name of what is made anew when its content changes: the chart's hexadecimal digits, or Kustomize's letters
(https://github.com/kubernetes-sigs/kustomize/blob/master/api/hasher/hasher.go).
"""


class Pair(NamedTuple):
    """An object before and after; None where it is not there."""

    old: Entry | None
    new: Entry | None

    @property
    def entry(self) -> Entry:
        """Return the newer of the two."""
        entry = self.new or self.old
        if entry is None:
            raise ValueError("a pair of nothing")
        return entry

    @property
    def is_renamed(self) -> bool:
        """Say whether an object of another name takes the place of the old one."""
        return self.old is not None and self.new is not None and self.old.identity != self.new.identity


def pairs(old: Sequence[Entry], new: Sequence[Entry]) -> list[Pair]:
    """Return all objects of both sides, in the order of the new one; those that are gone come last.

    An object is the same where kind, namespace and name are, in the same file rather than in another one. What is left
    over in a file may have been renamed: its only run, and what is named after it or by its content.
    """
    rest = _Rest(list(old), list(new))
    found = rest.taken(lambda entry: (entry.source, *entry.identity))
    found += rest.taken(lambda entry: entry.identity)
    runs = rest.taken(_run, is_only=True)
    names = {pair.entry.source: (pair.old.name, pair.entry.name) for pair in runs if pair.old is not None}
    found += [*runs, *rest.taken(lambda entry: _stem(entry, *names.get(entry.source, ("", ""))), is_only=True)]
    of_new = {id(pair.new): pair for pair in found}
    return [*(of_new.get(id(entry), Pair(None, entry)) for entry in new), *(Pair(entry, None) for entry in rest.old)]


class _Rest(NamedTuple):
    """What has no counterpart yet."""

    old: list[Entry]
    new: list[Entry]

    def taken(self, key: Callable[[Entry], Hashable | None], *, is_only: bool = False) -> list[Pair]:
        """Take out and return what has the same key on both sides, None being no key.

        `is_only`: where a side has a key twice, nothing is known.
        """
        before, after = _grouped(self.old, key), _grouped(self.new, key)
        found = [
            Pair(*both)
            for same in before.keys() & after.keys()
            if not is_only or len(before[same]) == len(after[same]) == 1
            for both in zip(before[same], after[same], strict=False)
        ]
        gone = {id(entry) for pair in found for entry in pair}
        for entries in self:
            entries[:] = [entry for entry in entries if id(entry) not in gone]
        return found


def _grouped(entries: Sequence[Entry], key: Callable[[Entry], Hashable | None]) -> dict[Hashable, list[Entry]]:
    groups: dict[Hashable, list[Entry]] = {}
    for entry in entries:
        if (found := key(entry)) is not None:
            groups.setdefault(found, []).append(entry)
    return groups


def _run(entry: Entry) -> Hashable | None:
    return (entry.source, entry.kind.group_kind) if entry.kind.group_kind in RUNS and not entry.is_hook else None


def _stem(entry: Entry, before: str, after: str) -> Hashable:
    """Return what the name of an object is made of besides its run's, which was `before`, and its content."""
    name = _HASH.sub("-", entry.name)
    runs = sorted((before, after), key=len, reverse=True)
    run = next((run for run in runs if run and f"{name}-".startswith(f"{run}-")), "")
    return entry.source, entry.kind.group_kind, name.removeprefix(run) if run else name, bool(run)
