"""The part of a schema that a value reaches: to compile that alone takes a quarter of the time.

Of `properties`, `items` and `definitions` only. What a schema says by other keywords is kept as it stands.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from render.kube.kind import Schema

_DEFINITIONS = "definitions"
_TO_DEFINITION = f"#/{_DEFINITIONS}/"


def reached(schema: Schema, value: Any) -> Schema:
    """Return a schema that finds the same mistakes in the same places of this value.

    References in the schema must lead to its `definitions`.
    """
    found = _reached(schema, [value])
    definitions = found.pop(_DEFINITIONS, {})
    named: Schema = {}
    left = [found]
    while left:
        for name in _references(left.pop()):
            if name not in named:
                named[name] = definitions[name]
                left.append(definitions[name])
    return {**found, _DEFINITIONS: named} if named else found


def _reached(schema: Any, values: Sequence[Any]) -> Any:
    """Return the part for several values that stand in places of one schema."""
    if not isinstance(schema, dict):
        return schema
    found = dict(schema)
    if "properties" in schema:
        below: dict[str, list[Any]] = {}
        for value in values:
            for key, item in value.items() if isinstance(value, dict) else ():
                below.setdefault(key, []).append(item)
        properties = schema["properties"]
        found["properties"] = {key: _reached(properties[key], below[key]) for key in below if key in properties}
    if "items" in schema:
        items = [item for value in values if isinstance(value, list) for item in value]
        found["items"] = _reached(schema["items"], items) if items else True
    return found


def _references(schema: Any) -> Iterator[str]:
    left = [schema]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"].removeprefix(_TO_DEFINITION)
            left += value.values()
        elif isinstance(value, list):
            left += value
