"""For code scanning: SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)."""

import json
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from render import __version__
from render.outputs._fields import Fingerprints, path, wording
from render.problem import Problem, Severity, printable
from render.validation.result import Result, Summary

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

TEXT = {
    "columnKind": "unicodeCodePoints",
    "newlineSequences": ["\r\n", "\n", "\r", "\x85", "\u2028", "\u2029"],
}
"""Lines and columns are counted as in YAML 1.1."""


def lines(results: Iterable[Result], summary: Summary) -> Iterator[str]:
    """Yield a log, one result on each line; the rules and the skipped documents, known only at the end, come last."""
    fingerprints = Fingerprints()
    rules: dict[str, dict[str, Any]] = {}
    separator = ""
    head = json.dumps({"$schema": SCHEMA, "version": "2.1.0"})
    yield f'{head[:-1]}, "runs": [{json.dumps(TEXT)[:-1]}, "results": ['
    for result in results:
        for problem in result.problems:
            rules[problem.code] = _rule(problem) | rules.get(problem.code, {})
            yield f"{separator}\n{json.dumps(_result(problem, fingerprints.of(problem)))}"
            separator = ","
    driver = {"name": "render", "semanticVersion": __version__, "rules": [rules[code] for code in sorted(rules)]}
    skipped = {"properties": {"skipped": dict(sorted(summary.skipped.items()))}} if summary.skipped else {}
    yield f"\n], {json.dumps({**skipped, 'tool': {'driver': driver}})[1:]}]}}\n"


def _rule(problem: Problem) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": problem.code,
        "name": problem.name,
        "shortDescription": {"text": problem.name.replace("-", " ")},
        "help": {"text": f"`render explain {problem.code}` gives the reason and an example"},
    }
    return rule if problem.url is None else {**rule, "helpUri": problem.url}


def _result(problem: Problem, fingerprint: str) -> dict[str, Any]:
    location = _location(problem)
    return {
        "ruleId": problem.code,
        "level": LEVELS[problem.severity],
        "message": {"text": wording(problem)},
        **({"locations": [location]} if location else {}),
        "partialFingerprints": {"render/v1": fingerprint},
    }


def _location(problem: Problem) -> dict[str, Any]:
    location: dict[str, Any] = {}
    file = path(problem)
    if file is not None:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(file)}, **_region(problem)}
    name = printable(f"{problem.object or ''}{problem.pointer or ''}")
    if name:
        location["logicalLocations"] = [{"fullyQualifiedName": name}]
    return location


def _uri(file: str) -> str:
    found = PurePath(file)
    # A name that is not UTF-8 keeps its bytes.
    return found.as_uri() if found.is_absolute() else quote(file.encode(errors="surrogateescape"))


def _region(problem: Problem) -> dict[str, Any]:
    region = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endLine": problem.end_line,
        "endColumn": problem.end_column,
    }
    return (
        {} if problem.line is None else {"region": {key: value for key, value in region.items() if value is not None}}
    )
