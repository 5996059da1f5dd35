"""Take the Kubernetes types that the spec uses from the published schemas, as strict draft-07 definitions."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from ci.generate.authored import Schema
from ci.generate.overlay import ALLOWED_PROPERTIES, CONSTRAINTS

VERSION = "1.37"

_PREFIX = "#/definitions/"
_GROUPS = {"core": "io.k8s.api.core.v1.", "meta": "io.k8s.apimachinery.pkg.apis.meta.v1."}
_REFERENCE = f"https://kubernetes.io/docs/reference/generated/kubernetes-api/v{VERSION}/"

_INT32: Schema = {"minimum": -(2**31), "maximum": 2**31 - 1}
# Helm reads numbers as float64: a larger integer would not reach the manifest as it was written.
_INT64: Schema = {"minimum": 1 - 2**53, "maximum": 2**53 - 1}
_BOUNDS = {"int32": _INT32, "int64": _INT64}
_SCALARS: dict[str, Schema] = {
    "IntOrString": {
        "description": "Kubernetes `IntOrString`: a number, or a name or percentage.",
        "type": ["integer", "string"],
        **_INT32,
    },
    "Quantity": {
        "description": "Kubernetes `Quantity`: an amount such as `500m`, `8` or `64Gi`.",
        "type": ["string", "number"],
        "minimum": 0,
        "maximum": 2**53 - 1,
        "pattern": r"^\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$",
    },
}


@cache
def published() -> Schema:
    """Return the upstream types by full name, as kubernetes-validate packs them."""
    folder = files("kubernetes_validate") / "kubernetes-json-schema" / f"v{VERSION}.0-local-strict"
    types: Schema = json.loads((folder / "_definitions.json").read_text(encoding="utf-8"))["$defs"]
    return types


def definitions(names: Iterable[str]) -> dict[str, Schema]:
    """Return the named types and all that they refer to, by short name, sorted.

    Raises LookupError for a name that neither core/v1 nor meta/v1 has.
    """
    found: dict[str, Schema] = {}
    wanted = set(names)
    while wanted:
        name = wanted.pop()
        found[name] = _SCALARS[name] if name in _SCALARS else _object(name)
        wanted |= set(references(found[name])) - set(found)
    return dict(sorted(found.items()))


def references(node: Any) -> Iterator[str]:
    """Yield the name of every definition that a schema refers to."""
    match node:
        case {"$ref": str(target)}:
            yield target.removeprefix(_PREFIX)
        case dict():
            for value in node.values():
                yield from references(value)
        case list():
            for value in node:
                yield from references(value)


def reference(name: str) -> str:
    """Return the address of a type in the Kubernetes API reference."""
    return _REFERENCE if name in _SCALARS else f"{_REFERENCE}#{name.lower()}-v1-{_group(name)}"


def _object(name: str) -> Schema:
    upstream = published()[_GROUPS[_group(name)] + name]
    # No description of its own: editors would show it instead of what the property that refers to the type says.
    schema: Schema = {
        "type": "object",
        "properties": {
            field: {
                "description": f"Kubernetes {_group(name)}/v1 `{name}.{field}`: {reference(name)}",
                **_field(f"{name}.{field}", upstream["properties"][field]),
            }
            for field in ALLOWED_PROPERTIES.get(name, upstream["properties"])
        },
        "additionalProperties": False,
    }
    return schema | {"required": upstream["required"]} if "required" in upstream else schema


def _group(name: str) -> str:
    for group, prefix in _GROUPS.items():
        if prefix + name in published():
            return group
    raise LookupError(f"Kubernetes {VERSION} has no type `{name}` in core/v1 or meta/v1")


def _field(path: str, upstream: Schema) -> Schema:
    schema = _value(upstream)
    constraints = CONSTRAINTS.get(path, {})
    if "items" in constraints:
        return schema | {"items": schema["items"] | constraints["items"]}
    return ({"allOf": [schema]} if "$ref" in schema else schema) | constraints


def _value(upstream: Schema) -> Schema:
    if "$ref" in upstream:
        return {"$ref": _PREFIX + upstream["$ref"].rpartition(".")[2]}
    declared = upstream["type"]
    # A list is `[TYPE, "null"]`: the API server reads null as "not set", which this schema wants left out.
    schema: Schema = {"type": declared if isinstance(declared, str) else declared[0]}
    schema |= _BOUNDS.get(upstream.get("format", ""), {})
    for keyword in ("items", "additionalProperties"):
        if isinstance(upstream.get(keyword), dict):
            schema[keyword] = _value(upstream[keyword])
    return schema
