"""Turn the schemas of a CustomResourceDefinition into JSON Schemas that refuse what the API server refuses.

The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
"""

from collections.abc import Iterator, Mapping
from typing import Any

from render.kube.kind import Kind, Schema
from render.kube.lists import LIST_MAP_KEYS
from render.kube.scalars import BOUNDS, BYTES, DATE_TIME, DURATION

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


def schemas(crd: Mapping[str, Any], object_meta: Schema) -> Iterator[tuple[Kind, Schema]]:
    """Yield every served version of a CustomResourceDefinition (apiextensions.k8s.io/v1) with its schema.

    `object_meta` is the schema of an object's metadata. Raises LookupError, TypeError where this is no such definition.
    """
    spec = crd["spec"]
    for version in spec["versions"]:
        if version["served"]:
            kind = Kind(spec["group"], version["name"], spec["names"]["kind"])
            yield kind, custom(kind, version["schema"]["openAPIV3Schema"], object_meta)


def custom(kind: Kind, structural: Schema, object_meta: Schema) -> Schema:
    """Return the JSON Schema of one kind's structural schema."""
    whole = _resource(structural, object_meta)
    return kind.pinned({**whole, "required": sorted({*whole["required"], "metadata"})})


def _resource(structural: Schema, object_meta: Schema) -> Schema:
    """A whole object, at the root or embedded: the API server itself knows its envelope."""
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
    """Return what the format and the draft-4 form of exclusive limits say; the stricter of two limits counts."""
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
            # With properties, if only none: a validator then names the unknown ones.
            strict = {"properties": {}, **strict, "additionalProperties": False}
    return strict


def _required(structural: Schema) -> list[str]:
    """Return what must be written: the API server fills in a default before it asks whether anything is missing."""
    properties = structural.get("properties", {})
    return sorted(name for name in structural.get("required", []) if "default" not in properties.get(name, {}))


def _nullable(strict: Schema) -> Schema:
    """Accept null too, which the API server drops where it is not said to be a value."""
    nullable = dict(strict)
    if "type" in strict:
        types = strict["type"] if isinstance(strict["type"], list) else [strict["type"]]
        nullable["type"] = [*types, *({"null"} - set(types))]
    if "enum" in strict and None not in strict["enum"]:
        nullable["enum"] = [*strict["enum"], None]
    return nullable


def _logic(structural: Schema) -> Schema:
    """Keep `allOf`, `anyOf`, `oneOf`, `not`: they only restrict what stands beside them, and so are never closed."""
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
