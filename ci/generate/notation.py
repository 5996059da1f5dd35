"""The short notation in which `schemas/authored/` says what a project's types look like.

A type is a map of its fields. A field is a type expression, or a map of `is: EXPRESSION` and keywords:

    minMember!: int32                               # `!`: required
    queue: {is: string, maxLength: 253, default: default}
    tasks: {is: list of Task, minItems: 1, keys: [name]}

Expressions: `string`, `boolean`, `integer`, `int32`, `int64`, `number`, `time`, `object` (without fields),
`anything`, `list of X`, `map of X`, a type of the same file, and Kubernetes' own (`PodTemplateSpec` of core/v1 or
meta/v1, `batch.v1.JobTemplateSpec`). Keywords are JSON Schema's, and `keys` (of a list whose items they tell apart),
`set: true` (no item twice), `nullable: true`, `items` and `values` (keywords for those of a list or a map), `$rules`
(rules in CEL, as `x-kubernetes-validations` has them). A type and a kind have their `$rules` among their fields.
A type that is itself `{is: …}` is a name for an expression with keywords.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ci.generate.structural import full_name, structural
from render.kube.cel.rules import VALIDATIONS
from render.kube.generation.builtin_schemas import Types
from render.kube.generation.crd_schemas import PRESERVE
from render.kube.gvk import Schema
from render.kube.list_map_keys import LIST_MAP_KEYS

RULES = "$rules"
"""No field has this name."""

_SCALARS: dict[str, Schema] = {
    **{name: {"type": name} for name in ("string", "boolean", "integer", "number", "object")},
    "int32": {"type": "integer", "format": "int32"},
    "int64": {"type": "integer", "format": "int64"},
    "time": {"type": "string", "format": "date-time"},
    "anything": {"type": "object", PRESERVE: True},
}


@dataclass(frozen=True)
class Notation:
    """The types of one project, and the Kubernetes types that they refer to."""

    types: Mapping[str, Mapping[str, Any]]
    kubernetes: Types

    def schema(self, expression: str) -> Schema:
        """Return the inlined structural schema of an expression. Raises LookupError for an unknown type."""
        if expression in _SCALARS:
            return _SCALARS[expression]
        word, _, inner = expression.partition(" of ")
        if inner:
            return {"list": _list, "map": _map}[word](self.schema(inner))
        if expression in self.types:
            declared = self.types[expression]
            return self.field(declared) if "is" in declared else self.object(declared)
        return structural(self.kubernetes, full_name(self.kubernetes, expression))

    def field(self, declared: str | Mapping[str, Any]) -> Schema:
        """Return the schema of what stands after a field's name."""
        if isinstance(declared, str):
            return self.schema(declared)
        return _with(self.schema(declared["is"]), {key: declared[key] for key in declared if key != "is"})

    def object(self, fields: Mapping[str, Any]) -> Schema:
        """Return the schema of an object with these fields and rules."""
        declared = {name: field for name, field in fields.items() if name != RULES}
        properties = {name.removesuffix("!"): self.field(field) for name, field in declared.items()}
        required = sorted(name[:-1] for name in declared if name.endswith("!"))
        schema: Schema = {"type": "object", "properties": properties} | ({"required": required} if required else {})
        return schema | ({VALIDATIONS: fields[RULES]} if RULES in fields else {})


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _with(schema: Schema, keywords: Mapping[str, Any]) -> Schema:
    completed = dict(schema)
    for keyword, value in keywords.items():
        match keyword:
            case "keys":
                completed |= {"x-kubernetes-list-type": "map", LIST_MAP_KEYS: value}
            case _ if keyword == RULES:
                completed[VALIDATIONS] = value
            case "set":
                completed["x-kubernetes-list-type"] = "set"
            case "items":
                completed["items"] = _with(schema["items"], value)
            case "values":
                completed["additionalProperties"] = _with(schema["additionalProperties"], value)
            case _:
                completed[keyword] = value
    return completed
