"""What a definition demands beyond the shape: its rules in CEL (`x-kubernetes-validations`), as on creation.

The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from render.kube.defaults import defaulted
from render.kube.generated import named
from render.kube.kind import Schema
from render.kube.reached import reached
from render.kube.shortcut import holds
from render.kube.spelling import spelt
from render.kube.validator import Path, Validator

VALIDATIONS = "x-kubernetes-validations"

_FIELD = re.compile(r"\.([^.\[]+)|\['((?:[^'\\]|\\.)*)'\]")


class Breach(NamedTuple):
    """A rule that a value breaks, or that can't be checked here."""

    path: Path
    message: str
    is_checked: bool = True


class _Place(NamedTuple):
    """The rules on a schema and below it; a schema that has none has no place."""

    schema: Schema
    rules: tuple[Mapping[str, Any], ...]
    properties: Mapping[str, "_Place"]
    items: "_Place | None"
    values: "_Place | None"


def breaches(validator: Validator, data: Any) -> Iterator[Breach]:
    """Yield what breaks the rules of a definition in an object that its schema accepts, and each rule not checked."""
    unchecked = set()
    # A new object has no status: the API server drops what is written there.
    created = {name: value for name, value in data.items() if name != "status"}
    value = named(defaulted(validator.schema, created))
    place = _of(validator) if validator.is_whole else _place(reached(validator.schema, value))
    for breach in _below(place, value, ()) if place else ():
        if breach.message not in unchecked:
            yield breach
        if not breach.is_checked:
            unchecked.add(breach.message)


def _below(place: _Place, value: Any, path: Path) -> Iterator[Breach]:
    in_doubt = [rule for rule in place.rules if not holds(rule["rule"], value)]
    if in_doubt:
        own = spelt(place.schema, value)
        for rule in in_doubt:
            yield from _judged(rule, own, path)
    for key, item in _children(value):
        below = place.properties.get(key, place.values) if isinstance(key, str) else place.items
        if below is not None:
            yield from _below(below, item, (*path, key))


def _children(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _judged(rule: Mapping[str, Any], value: Any, path: Path) -> Iterator[Breach]:
    from render.kube.cel import FailedError, NotSupportedError, compares_with_old, evaluated

    if compares_with_old(rule["rule"]):
        return
    message = rule.get("message") or f"failed rule: {rule['rule']}"
    try:
        if evaluated(rule["rule"], {"self": value}) is not True:
            place = (*path, *_field(rule.get("fieldPath", "")))
            yield Breach(place, _said(rule, value) or message)
    except FailedError as error:
        yield Breach(path, f"{message} ({error})")
    except NotSupportedError as error:
        yield Breach(path, f"{message} ({error})", is_checked=False)


def _said(rule: Mapping[str, Any], value: Any) -> str | None:
    """Return what the rule's `messageExpression` says, where it has one and that yields a line of text."""
    from render.kube.cel import FailedError, NotSupportedError, evaluated

    try:
        said = evaluated(rule["messageExpression"], {"self": value}) if "messageExpression" in rule else None
    except (FailedError, NotSupportedError):
        return None
    return said if isinstance(said, str) and said.strip() and "\n" not in said else None


def _field(path: str) -> Iterator[str]:
    for name, quoted in _FIELD.findall(path):
        yield name or re.sub(r"\\(.)", r"\1", quoted)


@cache
def _of(validator: Validator) -> _Place | None:
    return _place(validator.schema)


def _place(schema: Schema) -> _Place | None:
    below = {name: _place(value) for name, value in schema.get("properties", {}).items()}
    properties = {name: place for name, place in below.items() if place is not None}
    items, values = (
        _place(schema[keyword]) if isinstance(schema.get(keyword), dict) else None
        for keyword in ("items", "additionalProperties")
    )
    rules = tuple(rule for rule in schema.get(VALIDATIONS, ()) if isinstance(rule.get("rule"), str))
    return _Place(schema, rules, properties, items, values) if rules or properties or items or values else None
