"""A compiled schema, and what it refuses in an object, as data: the words for it are another part's work."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.quickly import dated_later

with dated_later():
    from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError, ValidationErrorKind

from render.kube.kind import Schema
from render.kube.lists import LIST_MAP_KEYS, Duplicate, ListMapKeys

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

    def __init__(self, schema: Schema) -> None:
        """Compile the schema, which takes milliseconds. Raises ValueError where it is none."""
        self.schema = schema
        # RegexOptions: patterns in linear time, and the same dialect (RE2) that the API server and kubeconform have.
        self._compiled = Draft202012Validator(
            schema, pattern_options=RegexOptions(), keywords={LIST_MAP_KEYS: ListMapKeys}, offline=True
        )

    def accepts(self, value: Any) -> bool:
        """Tell whether there is no violation; faster than to list them. Keys of mappings must be text."""
        return self._compiled.is_valid(value)

    def violations(self, value: Any) -> Iterator[Violation]:
        """Yield everything that is wrong, in no particular order. Keys of mappings must be text."""
        for error in self._compiled.iter_errors(value):
            yield from _violations(error)


def _violations(error: ValidationError) -> Iterator[Violation]:
    path, schema = tuple(error.instance_path), tuple(error.schema_path[:-1])
    match error.kind:
        case ValidationErrorKind.AdditionalProperties(unexpected):
            for name in unexpected:
                yield Violation((*path, name), "additionalProperties", None, schema)
        case ValidationErrorKind.Type(types):
            yield Violation(path, "type", sorted(types), schema)
        case ValidationErrorKind.Custom() if isinstance(error.__cause__, Duplicate):
            yield Violation((*path, error.__cause__.index), LIST_MAP_KEYS, error.__cause__.keys, schema)
        case kind:
            yield Violation(path, kind.name, kind.value, schema)
