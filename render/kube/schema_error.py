"""Schema errors: `render.kube.validator` finds them, `render.schema_errors` adds messages and hints."""

from enum import StrEnum
from typing import Any, NamedTuple

Path = tuple[str | int, ...]
"""The path of a value: keys, and indexes from 0."""


class ErrorKind(StrEnum):
    """The kind of a schema error, and its name."""

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


class SchemaError(NamedTuple):
    """A schema error at a path, and how to fix it.

    The validator sets `path`, `keyword`, `limit` and `schema_path`, `render.schema_errors` the rest. `path` leads to
    the error: to an unknown property, to the object that lacks a property, to the later of two duplicates. `limit` is
    what `keyword` requires: the types (sorted) for `type`, the options for `enum`, the name for `required`, the names
    of the keys for `x-kubernetes-list-map-keys`, the pattern, the number; None for keywords without a value to show
    (`additionalProperties`, `uniqueItems`). `schema_path` leads to the subschema that has the keyword.
    """

    kind: ErrorKind
    path: Path
    message: str
    hint: str | None = None
    is_about_key: bool = False
    """True if the key itself is wrong, regardless of its value."""
    wants_text: bool = False
    """True if quotes around the value fix the error."""
    suggestion: str | None = None
    """The known key that was probably meant by an unknown key."""
    keyword: str = ""
    limit: Any = None
    schema_path: Path = ()

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer (RFC 6901)."""
        return json_pointer(self.path)


def json_pointer(path: Path) -> str:
    """Return a path as a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def parse_pointer(pointer: str) -> Path:
    """Return the keys and positions of a JSON pointer (RFC 6901); a key of digits is returned as a position."""
    tokens = (token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])
    return tuple(int(token) if token.isascii() and token.isdecimal() else token for token in tokens)
