"""Wording of objects, actions and changes."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from render.diff.changes import ABSENT, FieldChange
from render.diff.effect import Action, Effect
from render.diff.path import field_path
from render.problem import printable

_WORDS = {
    Action.UNCHANGED: "unchanged",
    Action.CREATED: "created",
    Action.APPLIED: "changed in place",
    Action.REFUSED: "refused",
    Action.RECREATED: "deleted and created again",
    Action.RENAMED: "created under another name",
    Action.REMOVED: "removed",
    Action.KEPT: "no longer in the manifests, kept",
}


def object_label(effect: Effect) -> str:
    """Return `Kind namespace/name`, with the namespace if it is written and the old name if it differs."""
    entry, old = effect.pair.entry, effect.pair.old
    before = f"{old.name} -> " if old is not None and effect.pair.is_renamed else ""
    place = f"{entry.written_namespace}/" if entry.written_namespace is not None else ""
    return printable(f"{entry.kind.name} {place}{before}{entry.name}")


def action_words(action: Action) -> str:
    """Return the words for an action."""
    return _WORDS[action]


WIDTH = 100
"""Maximum characters of a value."""
LINES = 40
"""Maximum lines of a long value."""


def describe_change(change: FieldChange) -> Iterator[str]:
    """Yield the path and both values; for a list or a long text, removed (`-`) and added (`+`) lines."""
    place = printable(field_path(change.path))
    old, new = _parts(change.old), _parts(change.new)
    if old is None or new is None:
        yield f"{place}: {_shown(change.old)} -> {_shown(change.new)}"
        return
    yield f"{place}:"
    found = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
    yield from (f"  {_cut(printable(line))}" for line in found[:LINES])
    if len(found) > LINES:
        yield f"  … and {len(found) - LINES} more lines"


def _parts(value: Any) -> list[str] | None:
    """Return the items of a list or the lines of a text; None for a value that is shown whole."""
    if isinstance(value, str) and "\n" in value:
        return value.splitlines()
    if isinstance(value, list) and value and not any(isinstance(item, dict | list) for item in value):
        return [item if isinstance(item, str) else json.dumps(item) for item in value]
    return None


def _shown(value: Any) -> str:
    return "(none)" if value is ABSENT else _cut(printable(json.dumps(value, ensure_ascii=False)))


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
