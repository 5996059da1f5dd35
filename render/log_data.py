"""Read the JSON that a program writes to its log after a mark, and check it by a schema of the package."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from render.kube.schema_folders import bundled_schemas
from render.kube.validator import Validator
from render.problem import Problem, Rule, Span
from render.schema_errors.checker import SchemaChecker
from render.source import STDIN
from render.source.codes import UNREADABLE
from render.source.marked_log import MarkedText, NotJsonError, marked_texts, opened_log, parse_strict

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class LogData(NamedTuple):
    """Valid data, and its place in a file."""

    data: dict[str, Any]
    file: str
    span: Span


@dataclass(frozen=True)
class LogFormat:
    """Data that a program writes to its log."""

    name: str
    """Name of the data in messages."""
    origin: str
    """Its subject in messages."""
    mark: str
    """Mark before the JSON."""
    schema: str
    """File of the schema."""
    broken: Rule
    """Problem of data that the schema rejects."""
    missing: Rule
    """Problem of a file without such data."""
    source: str
    """Hint for text that is not JSON: what to give instead."""
    place: str
    """Hint for a file without such data: where it is."""
    essential: frozenset[str] = frozenset()
    """Keys of which the data has one; other JSON is ignored."""

    def read(self, path: str) -> Iterator[LogData | Problem]:
        """Yield the data and the problems of a file, or of standard input for `-`, in the order of lines."""
        file = "<stdin>" if path == STDIN else path
        is_empty = True
        try:
            with opened_log(path) as stream:
                for part in marked_texts(stream, self.mark):
                    for found in self._checked(file, part):
                        is_empty = False
                        yield found
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            yield UNREADABLE.problem(f"can't be read: {(reason or str(error)).lower()}", file=file)
        else:
            if is_empty:
                yield self.missing.problem(f"holds no {self.name} of {self.origin}", hint=self.place, file=file)

    def _checked(self, file: str, part: MarkedText) -> Iterator[LogData | Problem]:
        span = (part.line, part.column, part.line, part.column + 1)
        try:
            data = parse_strict(_COLOUR.sub("", part.text))
        except NotJsonError as error:
            line = part.line + error.line - 1
            column = error.column + (part.column - 1 if error.line == 1 else 0)
            message = f"the {self.name} is not JSON: {error}"
            yield self.broken.problem(message, hint=self.source, file=file, span=(line, column, line, column + 1))
            return
        if self.essential and not self.essential & {*data}:
            return
        errors = data_checker(self.schema).errors(data)
        for one in errors:
            yield self.broken.problem(one.message, hint=one.hint, file=file, span=span, pointer=one.pointer)
        if not errors:
            yield LogData(data, file, span)


@cache
def data_checker(file: str) -> SchemaChecker:
    """Return the checker of a schema of the package."""
    return SchemaChecker.of(Validator(json.loads((bundled_schemas() / file).read_bytes())))
