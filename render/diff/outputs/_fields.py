"""A changed field in lines that people read."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from render.diff.changes import ABSENT, Change
from render.diff.path import text
from render.problem import printable

WIDTH = 100
"""Characters of a value that are shown."""
LINES = 40
"""Lines of a long value that are shown."""


def described(change: Change) -> Iterator[str]:
    """Yield the place and both values; of a list or a long text, what it loses (`-`) and what it gets (`+`)."""
    place = printable(text(change.path))
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
    """Return a list, or the lines of a text of several, in parts; None for what is shown whole."""
    if isinstance(value, str) and "\n" in value:
        return value.splitlines()
    if isinstance(value, list) and value and not any(isinstance(item, dict | list) for item in value):
        return [item if isinstance(item, str) else json.dumps(item) for item in value]
    return None


def _shown(value: Any) -> str:
    return "(none)" if value is ABSENT else _cut(printable(json.dumps(value, ensure_ascii=False)))


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
