"""Fill in what the API server fills in before it judges a custom resource by the rules of its definition."""

from collections.abc import Mapping
from typing import Any

from render.kube.kind import Schema
from render.kube.remembered import remembered


def defaulted(schema: Schema, value: Any) -> Any:
    """Return a copy of a value with the defaults of its schema, and without the nulls that the API server drops.

    The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
    """
    match value:
        case dict():
            return _mapping(schema, value)
        case list():
            return [defaulted(schema.get("items", {}), item) for item in value]
        case _:
            return value


def _mapping(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    properties, others = schema.get("properties"), schema.get("additionalProperties")
    known = {name: item for name, item in value.items() if item is not None}
    other = others if isinstance(others, dict) else {}
    if properties is None:
        return {name: defaulted(other, item) for name, item in known.items()}
    known |= {name: default for name, default in _defaults(properties).items() if name not in known}
    return {name: defaulted(properties.get(name, other), item) for name, item in known.items()}


@remembered(4096)
def _defaults(properties: Mapping[str, Schema]) -> Mapping[str, Any]:
    return {name: item["default"] for name, item in properties.items() if "default" in item}
