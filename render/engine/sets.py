"""How Helm lays values over values: files, `--set` expressions, a chart's defaults."""

import re
from collections.abc import Mapping
from typing import Any

from render.engine.refusal import Refusal, Refused

_ASSIGNMENT = re.compile(r"(?P<key>(?:\\.|[^\\=])*)=(?:\{(?:\\.|[^\\}])*\}|(?:\\.|[^\\,])*)(?:,|$)", re.DOTALL)
"""One `key=value` of an expression; a backslash escapes, and braces hold a list."""

_INDEX = re.compile(r"(?:\\.|[^\\\[])*\[", re.DOTALL)


def has_list_index(expression: str) -> bool:
    """Say whether an expression sets an element of a list, as in `args[0]=--epochs`."""
    return any(_INDEX.match(assignment["key"]) for assignment in _ASSIGNMENT.finditer(expression))


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `over` on top of `base`, as Helm merges the files of several `-f`."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = merge(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def merge_set(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return a parsed `--set` on top of `base`: like files, but a key goes into mappings only.

    Raises Refused where `--set a.b=1` meets an `a` that is there and is no mapping.
    """
    merged = dict(base)
    for key, value in over.items():
        if not isinstance(value, dict) or key not in merged:
            merged[key] = value
        elif isinstance(merged[key], dict):
            merged[key] = merge_set(merged[key], value)
        else:
            raise Refused([Refusal(None, f"failed parsing --set data: `{key}` is set already, and is not a mapping")])
    return merged


def with_defaults(defaults: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values over a chart's defaults, where a null removes a default and otherwise stays a null."""
    merged = {key: value for key, value in defaults.items() if key not in values and value is not None}
    for key, value in values.items():
        default = defaults.get(key)
        if isinstance(value, dict) and isinstance(default, dict):
            merged[key] = with_defaults(default, value)
        elif value is not None or key not in defaults:
            merged[key] = value
    return merged
