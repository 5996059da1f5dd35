"""Read results from files that the test writes, and from logs of pods."""

import json
import re
from dataclasses import dataclass, field
from functools import cache

from render.kube.schema_folders import bundled_schemas
from render.kube.validator import Validator
from render.problem import Problem, Span
from render.schema_errors.checker import SchemaChecker
from render.smoke.result import SmokeResult, parse_result
from render.source import STDIN
from render.source.codes import UNREADABLE
from render.source.marked_log import MarkedText, NotJsonError, marked_texts, opened_log, parse_strict
from render.spec.codes import BROKEN_RESULT, NO_RESULT, SAME_RESULT_AGAIN

SCHEMA = "smoke.json"
MARK = "RENDER-SMOKE-RESULT"
"""Mark before the JSON of a result in the log of rank 0."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ESSENTIAL = frozenset(["sizes", "verdict"])
"""Keys of a result; JSON with none of them is ignored."""
_WHOLE = "give the whole log of rank 0, or the file that the test's `--json` writes"


@dataclass(slots=True)
class ResultReader:
    """A reader of results, in the order of the files and their lines."""

    results: list[SmokeResult] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seen: dict[str, str] = field(default_factory=dict)
    """Place of each result by its text, to detect duplicates."""

    def read(self, path: str) -> None:
        """Add the results and problems of a file; `-` is standard input."""
        file = "<stdin>" if path == STDIN else path
        before = len(self.results) + len(self.problems)
        try:
            with opened_log(path) as stream:
                for part in marked_texts(stream, MARK):
                    self._add(file, part)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.problems.append(UNREADABLE.problem(f"can't be read: {(reason or str(error)).lower()}", file=file))
        if len(self.results) + len(self.problems) == before:
            hint = f"the log of rank 0 has a line with `{MARK}`; the test's `--json FILE` writes the same"
            self.problems.append(NO_RESULT.problem("holds no result of the smoke test", hint=hint, file=file))

    def _add(self, file: str, part: MarkedText) -> None:
        start = (part.line, part.column, part.line, part.column + 1)
        try:
            data = parse_strict(_COLOUR.sub("", part.text))
        except NotJsonError as error:
            line = part.line + error.line - 1
            column = error.column + (part.column - 1 if error.line == 1 else 0)
            span = (line, column, line, column + 1)
            message = f"the result is not JSON: {error}"
            self.problems.append(BROKEN_RESULT.problem(message, hint=_WHOLE, file=file, span=span))
            return
        if not _ESSENTIAL & {*data}:
            return
        mistakes = result_checker().errors(data)
        for found in mistakes:
            self.problems.append(
                BROKEN_RESULT.problem(found.message, hint=found.hint, file=file, span=start, pointer=found.pointer)
            )
        if not mistakes:
            self._take(parse_result(data), f"{file}:{part.line}", file, start)

    def _take(self, found: SmokeResult, place: str, file: str, span: Span) -> None:
        text = json.dumps(found.data, sort_keys=True)
        if text in self._seen:
            message = f"is the result of {self._seen[text]} again, and left out"
            self.problems.append(SAME_RESULT_AGAIN.problem(message, file=file, span=span))
            return
        self._seen[text] = place
        self.results.append(found)


@cache
def result_checker() -> SchemaChecker:
    """Return the schema checker of results."""
    return SchemaChecker.of(Validator(json.loads((bundled_schemas() / SCHEMA).read_bytes())))
