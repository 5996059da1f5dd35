"""Read the default values out of the authored spec."""

from typing import Any

from ci.generate.authored import Schema


def defaults(schema: Schema) -> dict[str, Any]:
    """Return the default of every property that has one, in order; an own object is there even when it has none."""
    found: dict[str, Any] = {}
    for name, value in schema["properties"].items():
        if "default" in value:
            found[name] = value["default"]
        elif "properties" in value:
            found[name] = defaults(value)
    return found
