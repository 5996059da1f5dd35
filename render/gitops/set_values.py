"""One value, as Helm's `--set` and `--set-string` take it."""

import re
from typing import Any

_COMMA = re.compile(r"(?<!\\),")
_ESCAPED = r"\\,"
_DOT = re.compile(r"(?<!\\)\.")


def assignment(name: str, value: str) -> str:
    """Return what Argo CD gives to `--set`: a comma separates nothing, but for a list in braces."""
    is_list = value.startswith("{") and value.endswith("}")
    return f"{name}={value if is_list else _COMMA.sub(_ESCAPED, value)}"


def nested(name: str, value: str) -> dict[str, Any]:
    """Return a mapping with a text at a dotted name."""
    first, *below = _DOT.split(name, maxsplit=1)
    return {first.replace("\\.", "."): nested(below[0], value) if below else value}
