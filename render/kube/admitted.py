"""An object as admission policies read it: as the API server has it when all defaults and webhooks are done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.defaults import defaulted
from render.kube.filled import METADATA, OBJECTS, POD, PODS, WEBHOOKS, changed
from render.kube.generated import named
from render.kube.kind import Kind, Schema
from render.kube.quantity import amount, canonical
from render.kube.scalars import QUANTITY


@dataclass(frozen=True, slots=True)
class Admitted:
    """An object, and the names of the fields that are not written and may be there when policies read it."""

    data: dict[str, Any]
    unknown: frozenset[str]


def admitted(kind: Kind, data: Mapping[str, Any], schema: Schema | None, *, is_built_in: bool) -> Admitted:
    """Return an object as it is admitted. `schema` is that of its kind, where there is one."""
    properties = (schema or {}).get("properties", {})
    if is_built_in:
        expected = PODS if kind.name == "Pod" else OBJECTS
        unknown = frozenset(_absent(schema or {}, data, expected)) | changed(kind, data)
        return Admitted(named(_kept(schema or {}, data)), unknown)
    # A new object has no status: the API server drops what is written there.
    created = defaulted(schema or {}, {name: value for name, value in data.items() if name != "status"})
    metadata = _kept(properties.get("metadata", {}), data.get("metadata", {}))
    filled = _absent(schema or {}, created, WEBHOOKS.get(kind.group, frozenset()))
    unknown = frozenset((*filled, *(METADATA - metadata.keys())))
    return Admitted(named({**created, "metadata": metadata}), unknown)


def _kept(schema: Schema, value: Any) -> Any:
    """Return a value as Go's types keep it: no empty list or map, quantities as the server writes them."""
    match value:
        case dict():
            below = _always(schema) | {name: _kept(_below(schema, name), item) for name, item in value.items()}
            return {name: item for name, item in below.items() if item or not _is_collection(_below(schema, name))}
        case list():
            return [_kept(schema.get("items", {}), item) for item in value]
        case _ if schema.get("pattern") == QUANTITY and amount(value) is not None:
            return canonical(str(value))
        case _:
            return value


def _always(schema: Schema) -> dict[str, Any]:
    """Return what pods and containers have, also in a template."""
    properties = schema.get("properties", {})
    if "containers" in properties:
        return dict(POD)
    return {"resources": {}} if {"image", "resources"} <= properties.keys() else {}


def _is_collection(schema: Schema) -> bool:
    return "items" in schema or ("properties" not in schema and isinstance(schema.get("additionalProperties"), dict))


def _absent(schema: Schema, value: Any, expected: frozenset[str]) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (schema.get("properties", {}).keys() & expected) - value.keys()
        for name, item in value.items():
            yield from _absent(_below(schema, name), item, expected)
    elif isinstance(value, list):
        for item in value:
            yield from _absent(schema.get("items", {}), item, expected)


def _below(schema: Schema, name: str) -> Schema:
    others = schema.get("additionalProperties")
    found: Schema = schema.get("properties", {}).get(name, others if isinstance(others, dict) else {})
    return found
