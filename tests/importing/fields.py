"""Every field that a schema knows and an object has not, one at a time."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

Path = tuple[str | int, ...]
Schema = Mapping[str, Any]

_SCALARS: Mapping[str, list[Any]] = {"string": ["x", "1"], "integer": [7], "number": [7], "boolean": [True, False]}


def with_more(data: Any, schema: Schema) -> Iterator[tuple[Path, Iterator[Any]]]:
    """Yield the path of a field that is not there yet, and copies of the whole with one value of it each."""
    for place, key, values in _missing(data, schema, ()):
        yield (*place, key), (_with(data, place, key, value) for value in values)


def _with(data: Any, place: Path, key: str, value: Any) -> Any:
    copied = copy.deepcopy(data)
    holder = copied
    for part in place:
        holder = holder[part]
    holder[key] = value
    return copied


def _missing(data: Any, schema: Schema, path: Path) -> Iterator[tuple[Path, str, list[Any]]]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from _missing(item, schema.get("items", {}), (*path, index))
    if not isinstance(data, dict):
        return
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties") or {}
    for key in data:
        yield from _missing(data[key], properties.get(key, others), (*path, key))
    for key, below in properties.items():
        if key not in data:
            yield path, key, list(samples(below))


def samples(schema: Schema) -> Iterator[Any]:
    """Yield values of a schema, as small as they say something."""
    types = schema.get("type", [])
    kind = next((one for one in ([types] if isinstance(types, str) else types) if one != "null"), "string")
    if "enum" in schema:
        yield from (value for value in schema["enum"] if value)
    elif kind == "array":
        yield from ([item] for item in samples(schema.get("items", {})))
    elif kind == "object":
        yield from _mappings(schema)
    else:
        yield from _SCALARS[kind]


def _mappings(schema: Schema) -> Iterator[Any]:
    properties = schema.get("properties", {})
    required = {key: next(samples(properties[key])) for key in schema.get("required", ()) if key in properties}
    if not properties:
        yield from ({"x": value} for value in samples(schema.get("additionalProperties") or {}))
    for name in required:
        yield from ({**required, name: value} for value in samples(properties[name]))
    for name in [name for name in properties if name not in required][:3]:
        yield from ({**required, name: value} for value in samples(properties[name]))
