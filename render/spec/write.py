"""Write values as the YAML of a spec, with keys in the order of the user's texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from render.problem import printable
from render.source.yaml_writer import to_yaml


def ordered(values: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return values with their keys in the order of `texts`, followed by the keys that are in none of them."""
    keys = [key for key in dict.fromkeys(key for text in texts for key in text) if key in values]
    return {key: _ordered(values[key], [text[key] for text in texts if key in text]) for key in (*keys, *values)}


def _ordered(value: Any, written: Sequence[Any]) -> Any:
    if isinstance(value, dict):
        return ordered(value, [text for text in written if isinstance(text, dict)])
    if isinstance(value, list):
        lists = [text for text in written[-1:] if isinstance(text, list)]
        return [_ordered(item, [text[i] for text in lists if i < len(text)]) for i, item in enumerate(value)]
    return value


def text(values: Mapping[str, Any], notice: str) -> str:
    """Return a spec as YAML, with its keys in their order. `notice`, its origin, is a comment in the first line."""
    return f"# {printable(notice)}\n{to_yaml(values)}"
