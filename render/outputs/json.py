"""For programs: JSON as `schemas/report.json` describes it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from render.problem import Problem
from render.validation.result import Result, Summary

VERSION = 1


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:
    """Yield a JSON object, one problem on each line, without keeping them in memory."""
    separator = ""
    yield f'{{"version": {VERSION}, "problems": ['
    for result in results:
        for problem in result.problems:
            yield f"{separator}\n{_text(_members(problem))}"
            separator = ","
    yield f'\n], "summary": {json.dumps(_counts(summary))}}}\n'


def _counts(summary: Summary) -> dict[str, Any]:
    counts = {name: getattr(summary, name) for name in ("files", "objects", "errors", "warnings", "infos")}
    skipped = [{"reason": reason, "count": number} for reason, number in sorted(summary.skipped.items())]
    return {**counts, "skipped": skipped}


def _members(problem: Problem) -> dict[str, Any]:
    return {_camel_case(name): value for name, value in problem._asdict().items()}


def _text(members: dict[str, Any]) -> str:
    # A file name may not be UTF-8; the escape that Python writes for such a byte is also that of JSON.
    return json.dumps(members, ensure_ascii=False).encode(errors="backslashreplace").decode()


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
