"""Fill in what the API server fills in before it judges a custom resource by the rules of its definition."""

from typing import Any

from render.kube.kind import Schema


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
    properties, others = schema.get("properties", {}), schema.get("additionalProperties")
    given = {name: item for name, item in value.items() if item is not None}
    absent = {name: item["default"] for name, item in properties.items() if "default" in item and name not in given}
    other = others if isinstance(others, dict) else {}
    return {name: defaulted(properties.get(name, other), item) for name, item in {**given, **absent}.items()}
