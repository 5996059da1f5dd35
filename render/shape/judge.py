"""Judge data by a schema, and put each violation into words."""

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any, NamedTuple

from render.kube.validator import Validator, Violation
from render.problem import MAX_PROBLEMS
from render.shape import show
from render.shape.keys import Keys, resolved
from render.shape.mistake import Mistake, Path, Sort, at

MAX_HINTS = 100
"""Unknown keys of an object for which the known ones are searched: each takes a millisecond."""


class Judge(NamedTuple):
    """A compiled schema, and what is known about its keys."""

    validator: Validator
    keys: Keys

    @classmethod
    def of(cls, validator: Validator, words: Mapping[str, str] | None = None) -> "Judge":
        """Return the judge by a schema; `words` are keys that people bring from elsewhere, with the way out."""
        return cls(validator, Keys(validator.schema, words or {}))

    def mistakes(self, data: object) -> list[Mistake]:
        """Return everything that is wrong, by path; the first thousand.

        A key that is missing because its name was misspelt is one mistake, not two.
        """
        if self.validator.accepts(data):
            return []
        violations = islice(self.validator.violations(data), MAX_PROBLEMS)
        unknown = count()
        found = [self._mistake(violation, data, unknown) for violation in violations]
        meant = {(*mistake.path[:-1], mistake.meant) for mistake in found if mistake.meant}
        kept = [mistake for mistake in found if mistake.sort is not Sort.MISSING_KEY or mistake.path not in meant]
        return sorted(kept, key=lambda mistake: ([str(part) for part in mistake.path], mistake.message))

    def _mistake(self, violation: Violation, data: object, unknown: Iterator[int]) -> Mistake:
        from render.shape.sentences import HANDLERS, other  # most data are right

        schema = _subschema(self.validator.schema, violation.schema)
        if violation.keyword == "additionalProperties":
            return self._unknown_key(violation.path, schema, has_hint=next(unknown) < MAX_HINTS)
        return HANDLERS.get(violation.keyword, other)(violation, at(data, violation.path), schema)

    def _unknown_key(self, path: Path, schema: Mapping[str, Any], *, has_hint: bool) -> Mistake:
        meant, hint = self.keys.meant(path, schema.get("properties", {})) if has_hint else (None, None)
        message = f"unknown key `{path[-1]}`{show.within(path[:-1])}"
        return Mistake(Sort.UNKNOWN_KEY, path, message, hint, is_about_key=True, meant=meant)


def _subschema(schema: Any, path: Path) -> Mapping[str, Any]:
    found = at(schema, path)
    return resolved(schema, found) if isinstance(found, dict) else {}
