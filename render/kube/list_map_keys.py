"""Lists whose items have unique keys (`x-kubernetes-list-type: map`), for which JSON Schema has no keyword."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.gvk import Schema

LIST_MAP_KEYS = "x-kubernetes-list-map-keys"

_NESTED = (dict, list)  # a tuple, since `dict | list` would be computed for each of the many values


class Duplicate(NamedTuple):
    """An item with the same keys as an earlier one."""

    path: tuple[str | int, ...]
    keys: list[str]
    """Names of the keys."""
    schema: tuple[str | int, ...]
    """Path of the list's schema."""


def duplicate_items(schema: Schema, value: Any) -> Iterator[Duplicate]:
    """Yield every duplicate in such lists. A missing key has its default value.

    Other keywords check values that are not lists of objects, and keys that are neither strings nor integers. The check
    walks the value: compiling it with the schema would take longer than checking an object.
    """
    left: list[tuple[Schema, Any, tuple[str | int, ...], tuple[str | int, ...]]] = [(schema, value, (), ())]
    while left:
        schema, value, path, place = left.pop()
        if isinstance(value, dict):
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            for key, item in value.items():
                if not isinstance(item, _NESTED):
                    continue
                is_known = key in properties
                below = properties[key] if is_known else others
                if isinstance(below, dict):
                    step = ("properties", key) if is_known else ("additionalProperties",)
                    left.append((below, item, (*path, key), (*place, *step)))
        elif isinstance(value, list) and isinstance(items := schema.get("items"), dict):
            keys = schema.get(LIST_MAP_KEYS, [])
            yield from (Duplicate((*path, index), keys, place) for index in _repeated(keys, items, value))
            inside = ((index, item) for index, item in enumerate(value) if isinstance(item, _NESTED))
            left += ((items, item, (*path, index), (*place, "items")) for index, item in inside)


def _repeated(names: list[str], schema: Schema, items: list[Any]) -> Iterator[int]:
    properties = schema.get("properties", {})
    defaults = [(name, properties.get(name, {}).get("default")) for name in names]
    seen = set()
    for index, item in enumerate(items if names else ()):
        if not isinstance(item, dict):
            continue
        keys = tuple(item.get(name, default) for name, default in defaults)
        if not all(isinstance(key, str | int) for key in keys):
            continue
        if keys in seen:
            yield index
        seen.add(keys)
