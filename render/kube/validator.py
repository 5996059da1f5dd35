"""A compiled schema, and what it refuses in an object, as data: the words for it are another part's work."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.quickly import dated_later

with dated_later():
    from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError, ValidationErrorKind

from render.kube.kind import Schema
from render.kube.lists import LIST_MAP_KEYS, duplicates
from render.kube.reached import reached

Path = tuple[str | int, ...]


class Violation(NamedTuple):
    """One thing that is wrong with an object.

    `path` leads to it: to an unknown property, to the object that lacks a property, to the later of two duplicates.
    `limit` is what `keyword` demands: the types (sorted) for `type`, the options for `enum`, the name for `required`,
    the names of the keys for `x-kubernetes-list-map-keys`, the pattern, the number; None where there is nothing more
    to say (`additionalProperties`, `uniqueItems`). `schema` leads to the subschema that has the keyword.
    """

    path: Path
    keyword: str
    limit: Any
    schema: Path


class Validator:
    """A schema, ready to judge objects. `schema` is as it was given: hints are found in it."""

    def __init__(self, schema: Schema, *, is_sound: bool = False) -> None:
        """Compile the schema, which takes milliseconds. Raises ValueError where it is none.

        One that is known to be sound is compiled when it is used, and for the first value as far as that reaches.
        """
        self.schema = schema
        self._whole = None if is_sound else _compiled(schema)
        self._first: tuple[Any, Draft202012Validator] | None = None

    @property
    def is_whole(self) -> bool:
        """Say whether it is compiled as a whole, for more than one value."""
        return self._whole is not None

    def accepts(self, value: Any) -> bool:
        """Tell whether there is no violation; faster than to list them. Keys of mappings must be text."""
        return self._compiled(value).is_valid(value) and not any(duplicates(self.schema, value))

    def violations(self, value: Any) -> Iterator[Violation]:
        """Yield everything that is wrong, in no particular order. Keys of mappings must be text."""
        for error in self._compiled(value).iter_errors(value):
            yield from _violations(error)
        for duplicate in duplicates(self.schema, value):
            yield Violation(duplicate.path, LIST_MAP_KEYS, duplicate.keys, duplicate.schema)

    def _compiled(self, value: Any) -> Draft202012Validator:
        if self._whole is None and self._first is None:
            self._first = value, _compiled(reached(self.schema, value))
        if self._first is not None and self._first[0] is value:
            return self._first[1]
        if self._whole is None:
            self._whole = _compiled(self.schema)
        return self._whole


def _compiled(schema: Schema) -> Draft202012Validator:
    # RegexOptions: patterns in linear time, and the same dialect (RE2) that the API server and kubeconform have.
    return Draft202012Validator(schema, pattern_options=RegexOptions(), offline=True)


def _violations(error: ValidationError) -> Iterator[Violation]:
    path, schema = tuple(error.instance_path), tuple(error.schema_path[:-1])
    match error.kind:
        case ValidationErrorKind.AdditionalProperties(unexpected):
            for name in unexpected:
                yield Violation((*path, name), "additionalProperties", None, schema)
        case ValidationErrorKind.Type(types):
            yield Violation(path, "type", sorted(types), schema)
        case kind:
            yield Violation(path, kind.name, kind.value, schema)
