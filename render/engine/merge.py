"""Merge values as Helm does: files, `--set` expressions, a chart's defaults."""

import re
from collections.abc import Mapping
from typing import Any

from render.engine.release import Rejection, RenderRejected

_ASSIGNMENT = r"(?s)(?P<key>(?:\\.|[^\\=])*)=(?:\{(?:\\.|[^\\}])*\}|(?:\\.|[^\\,])*)(?:,|$)"
"""One `key=value` of an expression; a backslash escapes a character, and braces enclose a list."""

_INDEX = r"(?s)(?:\\.|[^\\\[])*\["


def has_list_index(expression: str) -> bool:
    """Return True if an expression sets an element of a list, as in `args[0]=--epochs`."""
    return any(re.match(_INDEX, assignment["key"]) for assignment in re.finditer(_ASSIGNMENT, expression))


def deep_merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with `over` merged into it, as Helm merges the files of several `-f`."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = deep_merge(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def merge_set(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with a parsed `--set` merged into it: like files, but a mapping can't replace another value.

    Raises RenderRejected if, for example, `--set a.b=1` is given and `a` is already set to a text.
    """
    merged = dict(base)
    for key, value in over.items():
        if not isinstance(value, dict) or key not in merged:
            merged[key] = value
        elif isinstance(merged[key], dict):
            merged[key] = merge_set(merged[key], value)
        else:
            raise RenderRejected(
                [Rejection(None, f"failed parsing --set data: `{key}` is set already, and is not a mapping")]
            )
    return merged


def with_chart_defaults(defaults: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chart's defaults with values merged into them; a null removes a default, and is kept without one."""
    merged = {key: value for key, value in defaults.items() if key not in values and value is not None}
    for key, value in values.items():
        default = defaults.get(key)
        if isinstance(value, dict) and isinstance(default, dict):
            merged[key] = with_chart_defaults(default, value)
        elif value is not None or key not in defaults:
            merged[key] = value
    return merged
