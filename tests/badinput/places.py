"""The places of a spec, and specs that differ at one of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.schema import BUNDLE, Place, Schema, definition, effective

DECISIVE = frozenset(["image", "launcher", "scheduler", "kueue", "queue", "mode", "configMap"])
"""What decides whether another key is read at all, and what such a decision asks for."""


def places(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield the place of everything in a value, itself left out."""
    if place:
        yield place
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(child, (*place, str(key)))


def below(schema: Schema, step: str) -> tuple[str, Schema]:
    """Return what a step into an effective schema is called in the path of a `Field`, and where it leads."""
    if step in schema.get("properties", {}):
        return step, schema["properties"][step]
    return ("[]", schema["items"]) if "items" in schema else ("*", schema["additionalProperties"])


def field_path(place: Place) -> Place:
    """Return the path of the `Field` that a place is one of."""
    path: list[str] = []
    schema = BUNDLE
    for step in place:
        name, schema = below(effective(schema), step)
        path.append(name)
    return tuple(path)


def is_own(place: Place) -> bool:
    """Say whether a place is a key of the spec's own: not an umbrella chart's, not inside a Kubernetes type."""
    schema = BUNDLE
    if place[0] in ("global", "enabled"):
        return False
    for step in place[:-1]:
        schema = below(effective(schema), step)[1]
        if definition(schema) is not None:
            return False
    return True


def changed(value: Any, changes: Mapping[Place, Any], place: Place = ()) -> Any:
    """Return a value with others at some places, whatever is there."""
    if place in changes:
        return changes[place]
    if isinstance(value, dict):
        return {key: changed(child, changes, (*place, key)) for key, child in value.items()}
    if isinstance(value, list):
        return [changed(child, changes, (*place, str(position))) for position, child in enumerate(value)]
    return value


def removed(value: Any, gone: frozenset[Place], place: Place = ()) -> Any:
    """Return a value without some of its keys and items."""
    if isinstance(value, dict):
        inner = {key: (*place, key) for key in value}
        return {key: removed(value[key], gone, at) for key, at in inner.items() if at not in gone}
    if isinstance(value, list):
        inside = [(child, (*place, str(position))) for position, child in enumerate(value)]
        return [removed(child, gone, at) for child, at in inside if at not in gone]
    return value


def minimal(value: Any, place: Place, schema: Schema = BUNDLE) -> Any:
    """Return a value with only what leads to a place and what must stand beside it; each list has one item at most."""
    schema = effective(schema)
    if isinstance(value, list):
        return [minimal(value[int(place[0])], place[1:], schema["items"])] if place else []
    if not isinstance(value, dict):
        return value
    kept = {*place[:1], *schema.get("required", ()), *DECISIVE}
    return {
        key: minimal(child, place[1:] if place[:1] == (key,) else (), below(schema, key)[1])
        for key, child in value.items()
        if key in kept
    }


def in_minimal(place: Place) -> Place:
    """Return where a place of the whole value is in the minimal one."""
    return tuple("0" if step.isdecimal() else step for step in place)
