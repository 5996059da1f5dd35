"""Messages for the keywords of JSON Schema."""

from collections.abc import Callable, Mapping
from typing import Any

from render.kube.list_map_keys import LIST_MAP_KEYS
from render.schema_errors.error import ErrorKind, SchemaError
from render.schema_errors.formatting import (
    format_flow,
    format_location,
    format_path,
    format_subject,
    format_typed,
    format_value,
    join_or,
)
from render.schema_errors.suggest import nearest
from render.schema_errors.value_hints import explain_mismatch, type_error

Schema = Mapping[str, Any]
Handler = Callable[[SchemaError, Any, Schema], SchemaError]
"""The keyword's value, the invalid value, and the schema with the keyword."""

_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_SIZES = {
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
    "minItems": ("at least", "item"),
    "maxItems": ("at most", "item"),
    "minProperties": ("at least", "key"),
    "maxProperties": ("at most", "key"),
}


def _missing(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    key = str(error.limit)
    examples = schema.get("properties", {}).get(key, {}).get("examples", [])
    hint = f"write, for example, `{key}: {format_flow(examples[0])}`" if examples else None
    path = (*error.path, key)
    return SchemaError(ErrorKind.MISSING_KEY, path, f"`{format_path(path)}` is missing", hint)


def _choice(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    limit = error.limit if isinstance(error.limit, list) else [error.limit]
    options = [option for option in limit if option not in ("", None)]
    names = join_or([format_value(option) for option in options])
    texts = [option for option in options if isinstance(option, str)]
    wants_text = not isinstance(value, str) and format_value(value) in map(format_value, texts)
    actual = format_typed(value) if wants_text else format_value(value)
    message = f"{format_subject(error.path)} takes {names}, not {actual}"
    similar = nearest(value, texts) if isinstance(value, str) and len(texts) > 1 else None
    hint = f"did you mean `{similar}`?" if similar else "quote it" if wants_text else None
    return SchemaError(ErrorKind.NO_CHOICE, error.path, message, hint, wants_text=wants_text)


def _pattern(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    what, hint = explain_mismatch(str(value), str(error.limit))
    return SchemaError(
        ErrorKind.WRONG_FORM, error.path, f"{format_subject(error.path)} is {format_value(value)}{what}", hint
    )


def _name(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    key, kind = error.limit.instance, error.limit.kind
    path = (*error.path, str(key))
    why = explain_mismatch(key, kind.value)[0] if kind.name == "pattern" else f": {error.limit.message}"
    message = f"{format_value(key)} can't be a key{format_location(error.path)}{why}"
    return SchemaError(ErrorKind.WRONG_FORM, path, message, is_about_key=True)


def _bound(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    words = _BOUNDS[error.keyword]
    limit, got = (format_value(number).strip("`") for number in (error.limit, value))
    message = f"{format_subject(error.path)} must be {words} {limit}, got {got}"
    return SchemaError(ErrorKind.OUT_OF_RANGE, error.path, message)


def _size(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    words, unit = _SIZES[error.keyword]
    units = unit if error.limit == 1 else f"{unit}s"
    message = f"{format_subject(error.path)} must have {words} {error.limit} {units}, got {len(value)}"
    return SchemaError(ErrorKind.WRONG_SIZE, error.path, message)


def _repeated(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    twice = next((item for n, item in enumerate(value) if item in value[:n]), None)
    message = f"{format_subject(error.path)} holds {format_value(twice)} more than once"
    return SchemaError(ErrorKind.REPEATED, error.path, message)


def _same_keys(error: SchemaError, value: Any, schema: Schema) -> SchemaError:
    written = value if isinstance(value, dict) else {}
    names = [name for name in schema[LIST_MAP_KEYS] if name in written]
    keys = " and ".join(f"`{name}: {written[name]}`" for name in names) or "the same keys"
    message = f"{format_subject(error.path)} repeats {keys} of an earlier item"
    place = (*error.path, *names) if len(names) == 1 else error.path
    return SchemaError(ErrorKind.REPEATED, place, message)


def _alternatives(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    found = [one for branch in error.limit for one in branch]
    types = [name for one in found if one.kind.name == "type" for name in one.kind.value]
    if found and all(one.kind.name == "type" and list(one.instance_path) == list(error.path) for one in found):
        return type_error(error.path, value, types, {})
    message = f"{format_subject(error.path)} fits none of {len(error.limit)} forms"
    return SchemaError(ErrorKind.NOT_ALLOWED, error.path, message, next((one.message for one in found), None))


def _type(error: SchemaError, value: Any, schema: Schema) -> SchemaError:
    limit = error.limit if isinstance(error.limit, list) else [error.limit]
    return type_error(error.path, value, limit, schema)


def default_error(error: SchemaError, value: Any, schema: Schema) -> SchemaError:  # noqa: ARG001
    """Return the error of a keyword without a message of its own."""
    message = f"{format_subject(error.path)} is not allowed here"
    return SchemaError(ErrorKind.NOT_ALLOWED, error.path, message, f"the schema's rule is `{error.keyword}`")


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
