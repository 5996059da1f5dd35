"""Messages and hints for values of a wrong type, and for texts that don't match a regular expression."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from render.kube.formats.scalars import BYTES, DATE_TIME
from render.schema_errors.error import ErrorKind, Path, SchemaError
from render.schema_errors.formatting import format_flow, format_subject, format_typed, format_types
from render.source.scalars import resolve_scalar

_LABEL = "lowercase letters, digits and `-`, with a letter or a digit at both ends"
_SUBDOMAIN = "lowercase letters, digits, `-` and `.`, with a letter or a digit at both ends"
_VALUE = "letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends"
_QUALIFIED = "letters, digits, `-`, `_` and `.`, perhaps after a domain and `/`"
_NAMESPACED = f"{_SUBDOMAIN}, perhaps after a namespace and `/`"

WORDS = {
    "^[a-z]([-a-z0-9]*[a-z0-9])?$": "a lowercase letter, then lowercase letters, digits and `-`, the last not `-`",
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$": _LABEL,
    "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$": _SUBDOMAIN,
    r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$": _SUBDOMAIN,
    "^[!-~]+$": "printable ASCII without spaces",
    "^/": "an absolute path",
    r"^/(.*\S)?$": "an absolute path without a blank at its end",
    "^/[ -~]+$": "an absolute path in printable ASCII",
    "^[a-z][-+.a-z0-9]*://[!-~]+$": "a URI such as `s3://bucket/path`",
    "^/[^:]*$": "an absolute path without `:`",
    "^[^/]": "a path that does not start with `/`",
    "^(/[-._A-Za-z0-9]+)+$": "an absolute path of letters, digits, `-`, `.` and `_`",
    "^[A-Za-z_][-._A-Za-z0-9]*$": "letters, digits, `_`, `-` and `.`, the first no digit",
    "^(auto|cpu|gpu)$": "a number, `auto`, `cpu` or `gpu`",
    "^[A-Za-z0-9][A-Za-z0-9 ._-]*$": "letters, digits, spaces, `.`, `_` and `-`, the first a letter or a digit",
    "^[A-Za-z0-9_.-]+$": "letters, digits, `_`, `.` and `-`",
    "^[A-Za-z][A-Za-z0-9+.-]*://.+$": "a URI such as `hf://org/name`",
    "^([a-z0-9A-Z]([-a-z0-9A-Z.]*[a-z0-9A-Z])?/)?[a-z0-9A-Z]([-_.a-z0-9A-Z]*[a-z0-9A-Z])?$": _QUALIFIED,
    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?$": _QUALIFIED,
    "^([A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?)?$": _VALUE,
    "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$": f"a domain and `/`, then {_VALUE}",
    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?$": _NAMESPACED,
    "^[=^]{0,2}[a-zA-Z0-9_.:,-]+$": "names between commas, perhaps after `=` or `^`",
    BYTES: "base64",
    DATE_TIME: "a time such as `2026-01-31T12:00:00Z`",
}

_OF_QUANTITIES = ("KMGTPE]i", "Ki|Mi")
"""Substring that only the patterns of quantities contain."""

_AMOUNT = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<prefix>[kmgtpe])(?P<binary>i?)b?", re.IGNORECASE)


def is_quantity(pattern: str) -> bool:
    """Return True for the regular expression of Kubernetes' quantities."""
    return any(part in pattern for part in _OF_QUANTITIES)


def explain_mismatch(text: str, pattern: str) -> tuple[str, str | None]:
    """Return the end of the message "is `text`…" for a text that does not match, and a hint."""
    if is_quantity(pattern):
        return ", which is not a quantity", _quantity(text)
    if pattern in WORDS:
        return f"; it takes {WORDS[pattern]}", None
    return f"; it does not match `{pattern}`", None


def _quantity(text: str) -> str:
    """Return the intended quantity as Kubernetes writes it.

    https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
    """
    amount = _AMOUNT.fullmatch(text.replace(" ", ""))
    if amount is None:
        return "write a number with a suffix, such as `8`, `500m` or `64Gi`"
    number, prefix = amount["number"], amount["prefix"].upper()
    if amount["binary"]:
        return f"write `{number}{prefix}i`"
    decimal = "k" if prefix == "K" else prefix
    return f"write `{number}{prefix}i` (powers of 1024) or `{number}{decimal}` (powers of 1000)"


_SHOWN_ITEMS = 3


def type_error(path: Path, value: object, types: Sequence[str], schema: Mapping[str, Any]) -> SchemaError:
    """Return the error of a value with a wrong type; `schema` states the allowed types."""
    wanted = [name for name in dict.fromkeys(types) if name != "null"] or ["null"]
    message = f"{format_subject(path)} takes {format_types(wanted)}, not {format_typed(value)}"
    wants_text = "string" in wanted and isinstance(value, bool | int | float)
    return SchemaError(ErrorKind.WRONG_TYPE, path, message, _hint(path, value, wanted, schema), wants_text=wants_text)


def _hint(path: Path, value: object, wanted: Sequence[str], schema: Mapping[str, Any]) -> str | None:
    if value is None:
        return "leave the key out, or give it a value"
    if isinstance(value, str) and (plain := _unquoted(value, wanted)):
        return f"write it without quotes: `{plain}`"
    if "array" in wanted:
        return _as_list(value, schema)
    if "object" in wanted and "string" not in wanted:
        return _as_map(path, value, schema)
    if "string" in wanted and isinstance(value, bool | int | float):
        return "quote it"
    return None


def _unquoted(text: str, wanted: Sequence[str]) -> str | None:
    """Return the hint for a string that would have an allowed type without quotes."""
    names = {bool: ["boolean"], int: ["integer", "number"], float: ["number"]}.get(type(resolve_scalar(text)), [])
    return text if any(name in wanted for name in names) else None


def _as_list(value: object, schema: Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return f"write a list: `{format_flow(value.split())}`"
    if isinstance(value, dict) and value.keys() and {"name", "value"} <= _item_keys(schema):
        key, item = next(iter(value.items()))
        return f"it is a list here: `- {format_flow({'name': key, 'value': item})}`"
    if isinstance(value, dict):
        return "start each item with `- `"
    return f"write a list: `{format_flow([value])}`"


def _item_keys(schema: Mapping[str, Any]) -> set[str]:
    items = schema.get("items")
    return set(items.get("properties", {})) if isinstance(items, dict) else set()


def _as_map(path: Path, value: object, schema: Mapping[str, Any]) -> str:
    """Kubernetes' own lists of names and values are maps in a spec, so that overlays merge."""
    pairs = dict(_pair(item) for item in value) if isinstance(value, list) else {}
    pairs.pop("", None)
    if pairs:
        shown = dict(list(pairs.items())[:_SHOWN_ITEMS])
        return f"`{path[-1] if path else ''}` is a map here: `{format_flow(shown)}`"
    if isinstance(value, str) and path and isinstance(path[-1], int) and "name" in schema.get("properties", {}):
        return f"write `- name: {format_flow(value)}`"
    return "write keys below it, or `{}`"


def _pair(item: object) -> tuple[str, Any]:
    """Return the name and the value of an item such as `{name: A, value: b}` or `A=b`; an empty name for others."""
    if isinstance(item, Mapping) and isinstance(item.get("name"), str):
        rest = {key: value for key, value in item.items() if key != "name"}
        return item["name"], rest["value"] if list(rest) == ["value"] else rest
    if isinstance(item, str) and "=" in item:
        name, _, value = item.partition("=")
        return name, value
    return "", None
