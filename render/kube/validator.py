"""Compiled schemas, and the errors that they find in an object, as data; `render.schema_errors` adds messages.

For one object, a schema is pruned to the part that it uses: compiling only this part takes a quarter of the time. Only
`properties`, `items` and `definitions` are pruned; other keywords are kept unchanged.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError, ValidationErrorKind

from render.kube.gvk import Schema
from render.kube.list_map_keys import LIST_MAP_KEYS, duplicate_items
from render.kube.schema_error import ErrorKind, Path, SchemaError

_DEFINITIONS = "definitions"
_TO_DEFINITION = f"#/{_DEFINITIONS}/"


def prune_schema(schema: Schema, value: Any) -> Schema:
    """Return a schema that finds the same errors at the same paths of this value.

    References in the schema must point to its `definitions`.
    """
    found = _reached(schema, [value])
    definitions = found.pop(_DEFINITIONS, {})
    named: Schema = {}
    left = [found] if definitions else []
    while left:
        for name in _references(left.pop()):
            if name not in named:
                named[name] = definitions[name]
                left.append(definitions[name])
    return {**found, _DEFINITIONS: named} if named else found


def _reached(schema: Any, values: Sequence[Any]) -> Any:
    """Return the part of a schema for several values that it describes."""
    if not isinstance(schema, dict):
        return schema
    found = dict(schema)
    if "properties" in schema:
        below: dict[str, list[Any]] = {}
        for value in values:
            for key, item in value.items() if isinstance(value, dict) else ():
                below.setdefault(key, []).append(item)
        properties = schema["properties"]
        found["properties"] = {key: _reached(properties[key], below[key]) for key in below if key in properties}
    if "items" in schema:
        items = [item for value in values if isinstance(value, list) for item in value]
        found["items"] = _reached(schema["items"], items) if items else True
    return found


def _references(schema: Any) -> Iterator[str]:
    left = [schema]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"].removeprefix(_TO_DEFINITION)
            value = value.values()
        left += [below for below in value if isinstance(below, dict | list)]


class Validator:
    """A schema that checks objects. `schema` is the original one, which hints are taken from."""

    def __init__(self, schema: Schema, *, is_sound: bool = False) -> None:
        """Compile the schema, which takes milliseconds. Raises ValueError if it is invalid.

        A schema that is known to be valid (`is_sound`) is compiled at its first use: for the first value only the
        part that it uses, for another value the whole.
        """
        self.schema = schema
        self._whole = None if is_sound else _compiled(schema)
        self._first: tuple[Any, Draft202012Validator] | None = None

    @property
    def is_whole(self) -> bool:
        """True if the whole schema is compiled, for more than one value."""
        return self._whole is not None

    def accepts(self, value: Any) -> bool:
        """Return True if there are no errors; faster than listing them. Keys of mappings must be strings."""
        return self._compiled(value).is_valid(value) and not any(duplicate_items(self.schema, value))

    def errors(self, value: Any) -> Iterator[SchemaError]:
        """Yield all schema errors, in no particular order. Keys of mappings must be strings."""
        for error in self._compiled(value).iter_errors(value):
            yield from _errors(error)
        for duplicate in duplicate_items(self.schema, value):
            yield _error(duplicate.path, LIST_MAP_KEYS, duplicate.keys, duplicate.schema)

    def _compiled(self, value: Any) -> Draft202012Validator:
        if self._whole is None and self._first is None:
            self._first = value, _compiled(prune_schema(self.schema, value))
        if self._first is not None and self._first[0] is value:
            return self._first[1]
        if self._whole is None:
            self._whole = _compiled(self.schema)
        return self._whole


def _compiled(schema: Schema) -> Draft202012Validator:
    # RegexOptions: linear time, and RE2 syntax, as in the API server and kubeconform.
    return Draft202012Validator(schema, pattern_options=RegexOptions(), offline=True)


def _errors(error: ValidationError) -> Iterator[SchemaError]:
    path, schema = tuple(error.instance_path), tuple(error.schema_path[:-1])
    match error.kind:
        case ValidationErrorKind.AdditionalProperties(unexpected):
            for name in unexpected:
                yield _error((*path, name), "additionalProperties", None, schema)
        case ValidationErrorKind.Type(types):
            yield _error(path, "type", sorted(types), schema)
        case kind:
            yield _error(path, kind.name, kind.value, schema)


def _error(path: Path, keyword: str, limit: Any, schema_path: Path) -> SchemaError:
    return SchemaError(ErrorKind.NOT_ALLOWED, path, "", keyword=keyword, limit=limit, schema_path=schema_path)
