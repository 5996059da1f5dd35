"""Find what can't be a structural schema: where a definition holds something else than a schema needs there."""

from collections.abc import Iterator
from typing import Any

from render.kube.crd import PRESERVE
from render.kube.lists import LIST_MAP_KEYS

Path = tuple[str | int, ...]

_TYPES: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("type", "format", "pattern", "x-kubernetes-list-type"), str),
    **dict.fromkeys(("nullable", "uniqueItems", PRESERVE, "x-kubernetes-int-or-string"), bool),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), int),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), (int, float)),
    **dict.fromkeys(("enum", "required", LIST_MAP_KEYS, "allOf", "anyOf", "oneOf"), list),
}
_NAMES = frozenset({"array", "boolean", "integer", "number", "object", "string"})
_LISTS_OF_TEXT = ("required", LIST_MAP_KEYS)


def misplaced(schema: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value that is of no type that its place in a structural schema can have."""
    if not isinstance(schema, dict):
        yield path
        return
    for keyword, expected in _TYPES.items():
        if keyword in schema and not _is(schema[keyword], expected):
            yield (*path, keyword)
    if isinstance(schema.get("type"), str) and schema["type"] not in _NAMES:
        yield (*path, "type")
    for keyword in _LISTS_OF_TEXT:
        values = schema.get(keyword)
        if isinstance(values, list):
            yield from ((*path, keyword, index) for index, value in enumerate(values) if not isinstance(value, str))
    for place, nested in _nested(schema):
        yield from misplaced(nested, (*path, *place))


def _is(value: Any, expected: type | tuple[type, ...]) -> bool:
    # To Python a boolean is a number too.
    return isinstance(value, expected) and (expected is bool or not isinstance(value, bool))


def _nested(schema: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    for keyword in ("items", "not", "additionalProperties"):
        if keyword in schema and not (keyword == "additionalProperties" and isinstance(schema[keyword], bool)):
            yield (keyword,), schema[keyword]
    for keyword in ("allOf", "anyOf", "oneOf"):
        if isinstance(schema.get(keyword), list):
            yield from (((keyword, index), branch) for index, branch in enumerate(schema[keyword]))
    properties = schema.get("properties", {})
    if isinstance(properties, dict):
        yield from ((("properties", name), value) for name, value in properties.items())
    else:
        yield ("properties",), None
