"""One difference between data and a JSON Schema, in words."""

from enum import StrEnum
from typing import Any, NamedTuple

Path = tuple[str | int, ...]
"""Where a value stands: keys, and positions from 0."""


class Sort(StrEnum):
    """What kind of mistake it is. The name of its problem, whatever the data are."""

    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    WRONG_TYPE = "wrong-type"
    NO_CHOICE = "no-choice"
    WRONG_FORM = "wrong-form"
    OUT_OF_RANGE = "out-of-range"
    WRONG_SIZE = "wrong-size"
    REPEATED = "repeated"
    NOT_ALLOWED = "not-allowed"
    RULE_BROKEN = "rule-broken"
    RULE_NOT_CHECKED = "rule-not-checked"


class Mistake(NamedTuple):
    """What is wrong at a path, and the way out."""

    sort: Sort
    path: Path
    message: str
    hint: str | None = None
    is_about_key: bool = False
    """Whether the key itself is wrong, whatever its value."""
    wants_text: bool = False
    """Whether quotes around what is written would mend it."""
    meant: str | None = None
    """The key that an unknown one probably was to be."""

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer (RFC 6901)."""
        return json_pointer(self.path)


def json_pointer(path: Path) -> str:
    """Return a path as a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def at(data: Any, path: Path) -> Any:
    """Return the value at a path; None where there is none."""
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def written(data: Any, path: Path) -> Path:
    """Return the path of what is written: of what is missing, that of what lacks it. A null is written, too."""
    while path and not _is_written(data, path):
        path = path[:-1]
    return path


def _is_written(data: Any, path: Path) -> bool:
    *above, last = path
    holder = at(data, tuple(above))
    if isinstance(holder, dict):
        return last in holder
    return isinstance(holder, list) and isinstance(last, int) and last < len(holder)
