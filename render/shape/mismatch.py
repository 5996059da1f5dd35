"""A value of another type than the schema wants, and how to write it."""

from collections.abc import Mapping, Sequence
from typing import Any

from render.shape import show
from render.shape.mistake import Mistake, Path, Sort
from render.source.scalar import resolve

_SHOWN_ITEMS = 3


def mistake(path: Path, value: object, types: Sequence[str], schema: Mapping[str, Any]) -> Mistake:
    """Return the mistake of a value that has none of the types; `schema` is the one that wants them."""
    wanted = [name for name in dict.fromkeys(types) if name != "null"] or ["null"]
    message = f"{show.subject(path)} takes {show.types(wanted)}, not {show.typed(value)}"
    wants_text = "string" in wanted and isinstance(value, bool | int | float)
    return Mistake(Sort.WRONG_TYPE, path, message, _hint(path, value, wanted, schema), wants_text=wants_text)


def _hint(path: Path, value: object, wanted: Sequence[str], schema: Mapping[str, Any]) -> str | None:
    if value is None:
        return "leave the key out, or give it a value"
    if isinstance(value, str) and (plain := _unquoted(value, wanted)):
        return f"write it without quotes: `{plain}`"
    if "array" in wanted:
        return _as_list(value, schema)
    if "object" in wanted and "string" not in wanted:
        return _as_map(path, value)
    if "string" in wanted and isinstance(value, bool | int | float):
        return "quote it"
    return None


def _unquoted(text: str, wanted: Sequence[str]) -> str | None:
    """Return a string that without quotes would be of a wanted type."""
    names = {bool: ["boolean"], int: ["integer", "number"], float: ["number"]}.get(type(resolve(text)), [])
    return text if any(name in wanted for name in names) else None


def _as_list(value: object, schema: Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return f"write a list: `{show.flow(value.split())}`"
    if isinstance(value, dict) and value.keys() and {"name", "value"} <= _item_keys(schema):
        key, item = next(iter(value.items()))
        return f"it is a list here: `- {show.flow({'name': key, 'value': item})}`"
    if isinstance(value, dict):
        return "start each item with `- `"
    return f"write a list: `{show.flow([value])}`"


def _item_keys(schema: Mapping[str, Any]) -> set[str]:
    items = schema.get("items")
    return set(items.get("properties", {})) if isinstance(items, dict) else set()


def _as_map(path: Path, value: object) -> str:
    """Kubernetes' own lists of names and values are maps in a spec, so that overlays merge."""
    pairs = dict(_pair(item) for item in value) if isinstance(value, list) else {}
    pairs.pop("", None)
    if pairs:
        shown = dict(list(pairs.items())[:_SHOWN_ITEMS])
        return f"`{path[-1] if path else ''}` is a map here: `{show.flow(shown)}`"
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
