"""Convert the schemas of a CustomResourceDefinition to JSON Schemas that reject the same objects as the API server.

The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
"""

from collections.abc import Iterator, Mapping
from typing import Any

from render.kube.formats.scalars import BOUNDS, BYTES, DATE_TIME, DURATION
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.list_map_keys import LIST_MAP_KEYS

PRESERVE = "x-kubernetes-preserve-unknown-fields"
INT_OR_STRING = "x-kubernetes-int-or-string"
EMBEDDED = "x-kubernetes-embedded-resource"

_KEPT = frozenset(
    f"type enum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required"
    f" default {LIST_MAP_KEYS} x-kubernetes-validations".split()
)
_TEXTS = {"date-time": DATE_TIME, "duration": DURATION, "byte": BYTES}
_FORMATS: dict[str, Schema] = BOUNDS | {name: {"pattern": pattern} for name, pattern in _TEXTS.items()}
_EITHER = [{"type": "integer"}, {"type": "string"}]


def crd_schemas(crd: Mapping[str, Any], object_meta: Schema) -> Iterator[tuple[GroupVersionKind, Schema]]:
    """Yield every served version of a CustomResourceDefinition (apiextensions.k8s.io/v1) with its schema.

    `object_meta` is the schema of an object's metadata. Raises LookupError or TypeError for other objects.
    """
    spec = crd["spec"]
    for version in spec["versions"]:
        if version["served"]:
            kind = GroupVersionKind(spec["group"], version["name"], spec["names"]["kind"])
            yield kind, convert_schema(kind, version["schema"]["openAPIV3Schema"], object_meta)


def convert_schema(kind: GroupVersionKind, structural: Schema, object_meta: Schema) -> Schema:
    """Return the JSON Schema for the structural schema of a kind."""
    whole = _resource(structural, object_meta)
    return kind.pinned({**whole, "required": sorted({*whole["required"], "metadata"})})


def _resource(structural: Schema, object_meta: Schema) -> Schema:
    """Convert an object, at the root or embedded; `apiVersion`, `kind` and `metadata` are those of the API server."""
    strict = _value(structural, object_meta)
    text = {"type": "string"}
    properties = {**strict.get("properties", {}), "apiVersion": text, "kind": text, "metadata": object_meta}
    required = sorted({"apiVersion", "kind", *strict.get("required", [])})
    return {**strict, "properties": properties, "required": required}


def _value(structural: Schema, object_meta: Schema) -> Schema:
    strict = {key: value for key, value in structural.items() if key in _KEPT - {"required"}}
    strict |= _bounded(structural)
    strict |= _logic(structural)
    if structural.get("x-kubernetes-list-type") == "set":
        strict["uniqueItems"] = True
    if structural.get(INT_OR_STRING):
        strict["type"] = ["integer", "string"]
    if "items" in structural:
        strict["items"] = _nested(structural["items"], object_meta)
    if structural.get("type") == "object":
        strict |= _object(structural, object_meta)
    return _nullable(strict) if structural.get("nullable") else strict


def _bounded(structural: Schema) -> Schema:
    """Return the keywords for `format`, `pattern` and limits; exclusive limits are converted from draft 4.

    Inclusive limits and `pattern` replace those of the format.
    """
    bounds = dict(_FORMATS.get(structural.get("format", ""), {}))
    for keyword in ("minimum", "maximum"):
        if keyword in structural:
            exclusive = f"exclusive{keyword.capitalize()}"
            bounds[exclusive if structural.get(exclusive) is True else keyword] = structural[keyword]
    if "pattern" in structural:
        bounds["pattern"] = structural["pattern"]
    return bounds


def _nested(structural: Schema, object_meta: Schema) -> Schema:
    return (_resource if structural.get(EMBEDDED) else _value)(structural, object_meta)


def _object(structural: Schema, object_meta: Schema) -> Schema:
    required = _required(structural)
    strict: Schema = {"required": required} if required else {}
    if "properties" in structural:
        values = {name: _nested(value, object_meta) for name, value in structural["properties"].items()}
        strict["properties"] = {name: value if name in required else _nullable(value) for name, value in values.items()}
    match structural.get("additionalProperties"):
        case dict() as value if value:
            strict["additionalProperties"] = _nullable(_nested(value, object_meta))
        case None | False if not structural.get(PRESERVE):
            # With `properties`, even if empty, a validator names the unknown ones.
            strict = {"properties": {}, **strict, "additionalProperties": False}
    return strict


def _required(structural: Schema) -> list[str]:
    """Return the required properties without a default: the API server sets defaults before it checks `required`."""
    properties = structural.get("properties", {})
    return sorted(name for name in structural.get("required", []) if "default" not in properties.get(name, {}))


def _nullable(strict: Schema) -> Schema:
    """Accept null too: the API server removes it from a field that is not `nullable`."""
    nullable = dict(strict)
    if "type" in strict:
        types = strict["type"] if isinstance(strict["type"], list) else [strict["type"]]
        nullable["type"] = [*types, *({"null"} - set(types))]
    if "enum" in strict and None not in strict["enum"]:
        nullable["enum"] = [*strict["enum"], None]
    return nullable


def _logic(structural: Schema) -> Schema:
    """Keep `allOf`, `anyOf`, `oneOf`, `not`: they only restrict the schema that has them, so they are never closed."""
    strict: Schema = {}
    for keyword in ("allOf", "anyOf", "oneOf"):
        branches = [branch for branch in structural.get(keyword, []) if branch.get("anyOf") != _EITHER]
        if branches and not (keyword == "anyOf" and branches == _EITHER and structural.get(INT_OR_STRING)):
            strict[keyword] = [_condition(branch) for branch in branches]
    if "not" in structural:
        strict["not"] = _condition(structural["not"])
    return strict


def _condition(structural: Schema) -> Schema:
    condition = {key: value for key, value in structural.items() if key in _KEPT}
    condition |= _bounded(structural)
    condition |= _logic(structural)
    for keyword in ("items", "additionalProperties"):
        if isinstance(structural.get(keyword), dict):
            condition[keyword] = _condition(structural[keyword])
    if "properties" in structural:
        condition["properties"] = {name: _condition(value) for name, value in structural["properties"].items()}
    return condition


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


def invalid_keywords(schema: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value whose type its keyword in a structural schema does not allow."""
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
    for place, nested in _nested_schemas(schema):
        yield from invalid_keywords(nested, (*path, *place))


def _is(value: Any, expected: type | tuple[type, ...]) -> bool:
    # In Python, a boolean is also an integer.
    return isinstance(value, expected) and (expected is bool or not isinstance(value, bool))


def _nested_schemas(schema: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
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
