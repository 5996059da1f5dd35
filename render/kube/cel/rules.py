"""Check the CEL rules of a CustomResourceDefinition (`x-kubernetes-validations`) for an object that is created.

The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from render.kube.cel.fast_path import trivially_true
from render.kube.gvk import Schema
from render.kube.schema_error import Path
from render.kube.server_defaults import with_defaults, with_generated_name
from render.kube.validator import Validator, prune_schema

_RESERVED = frozenset(
    (
        *("true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"),
        *("let", "loop", "package", "namespace", "return", "var", "void", "while"),
    )
)
_ESCAPES = {"__": "__underscores__", ".": "__dot__", "-": "__dash__", "/": "__slash__"}
_ESCAPED = r"__|[./-]"


def to_cel_value(schema: Schema, value: Any) -> Any:
    """Return a value for an expression. Fields that need escaping get both names, as on the API server."""
    match value:
        case dict():
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            other = others if isinstance(others, dict) else {}
            found = {name: to_cel_value(properties.get(name, other), item) for name, item in value.items()}
            return found | {
                escape_name(name): found[name] for name in found if name in properties and not is_identifier(name)
            }
        case list():
            return [to_cel_value(schema.get("items", {}), item) for item in value]
        case int() if "number" in schema.get("type", ()) and not isinstance(value, bool):
            return float(value)
        case _:
            return value


def is_identifier(name: str) -> bool:
    """Return True if an expression can use a name without escaping."""
    return name not in _RESERVED and re.search(_ESCAPED, name) is None


def escape_name(name: str) -> str:
    """Return the name of a field in expressions."""
    return f"__{name}__" if name in _RESERVED else re.sub(_ESCAPED, lambda found: _ESCAPES[found[0]], name)


VALIDATIONS = "x-kubernetes-validations"

_FIELD = r"\.([^.\[]+)|\['((?:[^'\\]|\\.)*)'\]"


class CelFailure(NamedTuple):
    """A rule that a value violates, or that can't be checked here."""

    path: Path
    message: str
    is_checked: bool = True


class _Place(NamedTuple):
    """The rules of a schema and of the schemas below it; schemas without rules are omitted."""

    schema: Schema
    rules: tuple[Mapping[str, Any], ...]
    properties: Mapping[str, "_Place"]
    items: "_Place | None"
    values: "_Place | None"


def failed_rules(validator: Validator, data: Any) -> Iterator[CelFailure]:
    """Yield the violated rules of an object that its schema accepts, and each rule that can't be checked once."""
    if validator.is_whole and _of(validator) is None:
        return  # before the copy with defaults: most kinds have no rules
    unchecked = set()
    # A new object has no status: the API server removes it.
    created = {name: value for name, value in data.items() if name != "status"}
    value = with_generated_name(with_defaults(validator.schema, created))
    place = _of(validator) if validator.is_whole else _place(prune_schema(validator.schema, value))
    for breach in _below(place, value, ()) if place else ():
        if breach.message not in unchecked:
            yield breach
        if not breach.is_checked:
            unchecked.add(breach.message)


def _below(place: _Place, value: Any, path: Path) -> Iterator[CelFailure]:
    in_doubt = [rule for rule in place.rules if not trivially_true(rule["rule"], value)]
    if in_doubt:
        own = to_cel_value(place.schema, value)
        for rule in in_doubt:
            yield from _check(rule, own, path)
    for key, item in _children(value):
        below = place.properties.get(key, place.values) if isinstance(key, str) else place.items
        if below is not None:
            yield from _below(below, item, (*path, key))


def _children(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _check(rule: Mapping[str, Any], value: Any, path: Path) -> Iterator[CelFailure]:
    from render.kube.cel.expression import FailedError, NotSupportedError, compares_with_old, evaluate

    if compares_with_old(rule["rule"]):
        return
    message = rule.get("message") or f"failed rule: {rule['rule']}"
    try:
        if evaluate(rule["rule"], {"self": value}) is not True:
            place = (*path, *_field(rule.get("fieldPath", "")))
            yield CelFailure(place, _message(rule, value) or message)
    except FailedError as error:
        yield CelFailure(path, f"{message} ({error})")
    except NotSupportedError as error:
        yield CelFailure(path, f"{message} ({error})", is_checked=False)


def _message(rule: Mapping[str, Any], value: Any) -> str | None:
    """Return the result of the rule's `messageExpression`, or None if that is not a single line of text."""
    from render.kube.cel.expression import FailedError, NotSupportedError, evaluate

    try:
        text = evaluate(rule["messageExpression"], {"self": value}) if "messageExpression" in rule else None
    except (FailedError, NotSupportedError):
        return None
    return text if isinstance(text, str) and text.strip() and "\n" not in text else None


def _field(path: str) -> Iterator[str]:
    for name, quoted in re.findall(_FIELD, path):
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
