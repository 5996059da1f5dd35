"""How CEL sees a value: its fields by names that are identifiers, its numbers of the type that the schema says.

The rules: https://kubernetes.io/docs/reference/using-api/cel/#escaping
"""

import re
from typing import Any

from render.kube.kind import Schema

_RESERVED = frozenset(
    (
        *("true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"),
        *("let", "loop", "package", "namespace", "return", "var", "void", "while"),
    )
)
_ESCAPES = {"__": "__underscores__", ".": "__dot__", "-": "__dash__", "/": "__slash__"}
_ESCAPED = re.compile(r"__|[./-]")


def spelt(schema: Schema, value: Any) -> Any:
    """Return a value for an expression. A field whose name is reserved has it both ways, as the API server has it."""
    match value:
        case dict():
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            other = others if isinstance(others, dict) else {}
            found = {name: spelt(properties.get(name, other), item) for name, item in value.items()}
            return found | {escaped(name): found[name] for name in found if name in properties and not is_plain(name)}
        case list():
            return [spelt(schema.get("items", {}), item) for item in value]
        case int() if "number" in schema.get("type", ()) and not isinstance(value, bool):
            return float(value)
        case _:
            return value


def is_plain(name: str) -> bool:
    """Say whether an expression has a name as it is."""
    return name not in _RESERVED and _ESCAPED.search(name) is None


def escaped(name: str) -> str:
    """Return the name that an expression has for a field."""
    return f"__{name}__" if name in _RESERVED else _ESCAPED.sub(lambda found: _ESCAPES[found[0]], name)
