"""Read results from files that the test writes, and from logs of pods."""

import json
from dataclasses import dataclass, field

from render.log_data import LogData, LogFormat
from render.problem import Problem
from render.smoke.result import SmokeResult, parse_result
from render.source import STDIN
from render.spec.codes import BROKEN_RESULT, NO_RESULT, SAME_RESULT_AGAIN

MARK = "RENDER-SMOKE-RESULT"
"""Mark before the JSON of a result in the log of rank 0."""

_FORMAT = LogFormat(
    name="result",
    mark=MARK,
    schema="smoke.json",
    broken=BROKEN_RESULT,
    source="give the whole log of rank 0, or the file that the test's `--json` writes",
    essential=frozenset(["sizes", "verdict"]),
)


@dataclass(slots=True)
class ResultReader:
    """A reader of results, in the order of the files and their lines."""

    results: list[SmokeResult] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seen: dict[str, str] = field(default_factory=dict)
    """Place of each result by its text, to detect duplicates."""

    def read(self, path: str) -> None:
        """Add the results and problems of a file; `-` is standard input."""
        is_empty = True
        for found in _FORMAT.read(path):
            is_empty = False
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                self._take(found)
        if is_empty:
            file = "<stdin>" if path == STDIN else path
            hint = f"the log of rank 0 has a line with `{MARK}`; the test's `--json FILE` writes the same"
            self.problems.append(NO_RESULT.problem("holds no result of the smoke test", hint=hint, file=file))

    def _take(self, found: LogData) -> None:
        text = json.dumps(found.data, sort_keys=True)
        if text in self._seen:
            message = f"is the result of {self._seen[text]} again, and left out"
            self.problems.append(SAME_RESULT_AGAIN.problem(message, file=found.file, span=found.span))
            return
        self._seen[text] = f"{found.file}:{found.span[0]}"
        self.results.append(parse_result(found.data))
