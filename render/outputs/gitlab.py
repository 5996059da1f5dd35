"""For merge requests on GitLab: its code quality report (https://docs.gitlab.com/ci/testing/code_quality/)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from render.outputs._fields import Fingerprints, path
from render.problem import Problem, Severity, printable
from render.validation.result import Result, Summary

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:  # noqa: ARG001 - GitLab counts itself
    """Yield a JSON list, one problem on each line."""
    fingerprints = Fingerprints()
    separator = ""
    yield "["
    for result in results:
        for problem in result.problems:
            yield f"{separator}\n{json.dumps(_issue(problem, fingerprints.of(problem)))}"
            separator = ","
    yield "\n]\n"


def _issue(problem: Problem, fingerprint: str) -> dict[str, Any]:
    hint = "" if problem.hint is None else f" (hint: {problem.hint})"
    # GitLab requires a file and a line: a problem with an option has the name of the option as its file.
    file = path(problem) or problem.file or "-"
    return {
        "description": printable(f"{problem.code} {problem.message}{hint}"),
        "check_name": problem.code,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[problem.severity],
        "location": {
            "path": file.encode(errors="backslashreplace").decode(),
            "lines": {"begin": problem.line or 1},
        },
    }
