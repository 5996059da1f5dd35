"""A sentence for each keyword of JSON Schema."""

from collections.abc import Callable, Mapping
from typing import Any

from render.kube.lists import LIST_MAP_KEYS
from render.kube.validator import Violation
from render.shape import forms, mismatch, show
from render.shape.mistake import Mistake, Sort
from render.shape.nearest import nearest

Schema = Mapping[str, Any]
Handler = Callable[[Violation, Any, Schema], Mistake]
"""What is violated, the value there, and the schema that has the keyword."""

_BOUNDS = {
    "minimum": "the least is",
    "maximum": "the most is",
    "exclusiveMinimum": "it must be more than",
    "exclusiveMaximum": "it must be less than",
    "multipleOf": "it must be a multiple of",
}
_SIZES = {
    "minLength": ("characters", "the least is"),
    "maxLength": ("characters", "the most is"),
    "minItems": ("items", "the least is"),
    "maxItems": ("items", "the most is"),
    "minProperties": ("keys", "the least is"),
    "maxProperties": ("keys", "the most is"),
}


def _missing(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    key = str(violation.limit)
    examples = schema.get("properties", {}).get(key, {}).get("examples", [])
    hint = f"write, for example, `{key}: {show.flow(examples[0])}`" if examples else None
    path = (*violation.path, key)
    return Mistake(Sort.MISSING_KEY, path, f"`{show.place(path)}` is missing", hint)


def _choice(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    limit = violation.limit if isinstance(violation.limit, list) else [violation.limit]
    options = [option for option in limit if option not in ("", None)]
    names = show.either([show.value(option) for option in options])
    texts = [option for option in options if isinstance(option, str)]
    wants_text = not isinstance(value, str) and show.value(value) in map(show.value, texts)
    given = show.typed(value) if wants_text else show.value(value)
    message = f"{show.subject(violation.path)} takes {names}, not {given}"
    similar = nearest(value, texts) if isinstance(value, str) and len(texts) > 1 else None
    hint = f"did you mean `{similar}`?" if similar else "quote it" if wants_text else None
    return Mistake(Sort.NO_CHOICE, violation.path, message, hint, wants_text=wants_text)


def _pattern(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    what, hint = forms.refused(str(value), str(violation.limit))
    return Mistake(
        Sort.WRONG_FORM, violation.path, f"{show.subject(violation.path)} is {show.value(value)}{what}", hint
    )


def _name(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    key, kind = violation.limit.instance, violation.limit.kind
    path = (*violation.path, str(key))
    why = forms.refused(key, kind.value)[0] if kind.name == "pattern" else f": {violation.limit.message}"
    message = f"{show.value(key)} can't be a key{show.within(violation.path)}{why}"
    return Mistake(Sort.WRONG_FORM, path, message, is_about_key=True)


def _bound(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    words = _BOUNDS[violation.keyword]
    message = f"{show.subject(violation.path)} is {show.value(value)}; {words} {show.value(violation.limit)}"
    return Mistake(Sort.OUT_OF_RANGE, violation.path, message)


def _size(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    unit, words = _SIZES[violation.keyword]
    message = f"{show.subject(violation.path)} has {len(value)} {unit}; {words} {violation.limit}"
    return Mistake(Sort.WRONG_SIZE, violation.path, message)


def _repeated(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    twice = next((item for n, item in enumerate(value) if item in value[:n]), None)
    message = f"{show.subject(violation.path)} holds {show.value(twice)} more than once"
    return Mistake(Sort.REPEATED, violation.path, message)


def _same_keys(violation: Violation, value: Any, schema: Schema) -> Mistake:
    written = value if isinstance(value, dict) else {}
    names = [name for name in schema[LIST_MAP_KEYS] if name in written]
    keys = " and ".join(f"`{name}: {written[name]}`" for name in names) or "the same keys"
    message = f"{show.subject(violation.path)} has {keys}, as an item before it has"
    place = (*violation.path, *names) if len(names) == 1 else violation.path
    return Mistake(Sort.REPEATED, place, message)


def _alternatives(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    errors = [error for branch in violation.limit for error in branch]
    types = [name for error in errors if error.kind.name == "type" for name in error.kind.value]
    if errors and all(
        error.kind.name == "type" and list(error.instance_path) == list(violation.path) for error in errors
    ):
        return mismatch.mistake(violation.path, value, types, {})
    message = f"{show.subject(violation.path)} fits none of {len(violation.limit)} forms"
    return Mistake(Sort.NOT_ALLOWED, violation.path, message, next((error.message for error in errors), None))


def _type(violation: Violation, value: Any, schema: Schema) -> Mistake:
    limit = violation.limit if isinstance(violation.limit, list) else [violation.limit]
    return mismatch.mistake(violation.path, value, limit, schema)


def other(violation: Violation, value: Any, schema: Schema) -> Mistake:  # noqa: ARG001
    """Return the mistake of a keyword without words of its own."""
    message = f"{show.subject(violation.path)} is not allowed here"
    return Mistake(Sort.NOT_ALLOWED, violation.path, message, f"the schema's rule is `{violation.keyword}`")


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_BOUNDS, _bound),
    **dict.fromkeys(_SIZES, _size),
    "anyOf": _alternatives,
    "const": _choice,
    "enum": _choice,
    "oneOf": _alternatives,
    "pattern": _pattern,
    "propertyNames": _name,
    "required": _missing,
    "type": _type,
    "uniqueItems": _repeated,
    LIST_MAP_KEYS: _same_keys,
}
