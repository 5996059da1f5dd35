"""Check data by a schema, and word each error."""

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any, NamedTuple

from render.kube.validator import Validator
from render.problem import MAX_PROBLEMS
from render.schema_errors.error import ErrorKind, Path, SchemaError, get_path
from render.schema_errors.formatting import format_location
from render.schema_errors.key_hints import KeyHints, resolve_reference

MAX_HINTS = 100
"""Maximum unknown keys of an object that get a suggestion: each takes a millisecond."""


class SchemaChecker(NamedTuple):
    """A compiled schema and its keys."""

    validator: Validator
    keys: KeyHints

    @classmethod
    def of(cls, validator: Validator, words: Mapping[str, str] | None = None) -> "SchemaChecker":
        """Return the checker of a schema; `words` are keys of other systems with their hints."""
        return cls(validator, KeyHints(validator.schema, words or {}))

    def errors(self, data: object) -> list[SchemaError]:
        """Return the errors sorted by path, at most a thousand.

        A key that is missing because its name was misspelt is one mistake, not two.
        """
        if self.validator.accepts(data):
            return []
        errors = islice(self.validator.errors(data), MAX_PROBLEMS)
        unknown = count()
        found = [self._mistake(error, data, unknown) for error in errors]
        misspelt = {(*mistake.path[:-1], mistake.suggestion) for mistake in found if mistake.suggestion}
        kept = [
            mistake for mistake in found if mistake.kind is not ErrorKind.MISSING_KEY or mistake.path not in misspelt
        ]
        return sorted(kept, key=lambda mistake: ([str(part) for part in mistake.path], mistake.message))

    def _mistake(self, error: SchemaError, data: object, unknown: Iterator[int]) -> SchemaError:
        from render.schema_errors.messages import HANDLERS, default_error  # most data are right

        schema = _subschema(self.validator.schema, error.schema_path)
        if error.keyword == "additionalProperties":
            return self._unknown_key(error.path, schema, has_hint=next(unknown) < MAX_HINTS)
        return HANDLERS.get(error.keyword, default_error)(error, get_path(data, error.path), schema)

    def _unknown_key(self, path: Path, schema: Mapping[str, Any], *, has_hint: bool) -> SchemaError:
        suggestion, hint = self.keys.suggest(path, schema.get("properties", {})) if has_hint else (None, None)
        message = f"unknown key `{path[-1]}`{format_location(path[:-1])}"
        return SchemaError(ErrorKind.UNKNOWN_KEY, path, message, hint, is_about_key=True, suggestion=suggestion)


def _subschema(schema: Any, path: Path) -> Mapping[str, Any]:
    found = get_path(schema, path)
    return resolve_reference(schema, found) if isinstance(found, dict) else {}
