"""Results of validation: findings of a file, and counts over all files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import render
from render.problem import Problem, Severity, split_lines
from render.rules.config import hides_line
from render.rules.rule import Objects
from render.source.codes import INTERNAL

if TYPE_CHECKING:
    from render.manifests.objects import Object
    from render.spec import ReleaseSpec
    from render.validation.shared_outputs import Output


class Result(NamedTuple):
    """The findings of one file, sorted by line, with their source lines."""

    file: str
    objects: int = 0
    problems: tuple[Problem, ...] = ()
    rows: Mapping[tuple[str, int], str] = {}
    """Source lines by file and line number."""
    members: Objects = ()
    """Objects that rules check together with those of other files; detached to save memory."""
    sent: "tuple[ReleaseSpec | Object, ...]" = ()
    """Specs, or all objects of a file, to compare with a cluster; empty without one."""
    is_spec: bool = False
    """True if the file has a spec by its kind, and no object."""
    skipped: Mapping[str, int] = {}
    """Number of unchecked documents and objects by reason."""
    outputs: "tuple[Output, ...]" = ()
    """Folders of its specs that other runs may write to as well."""

    @classmethod
    def of(
        cls, file: str, objects: int, problems: Iterable[Problem], texts: Mapping[str, str], members: Objects = ()
    ) -> "Result":
        """Return the findings with their source lines. `texts` are texts by file."""
        found = tuple(sorted(problems, key=lambda problem: problem.sort_key))
        return cls(file, objects, found, dict(_rows(found, texts)), members)


class Summary:
    """The counts over all files."""

    def __init__(self, fail_on: Severity = Severity.ERROR) -> None:
        """Begin with no file; `fail_on` is the lowest severity that makes the command fail."""
        self.fail_on = fail_on
        self.files = 0
        self.objects = 0
        self.errors = 0
        self.warnings = 0
        self.infos = 0
        self.skipped: Counter[str] = Counter()
        """Number of unchecked documents and objects by reason."""
        self.crashes = 0
        """Number of files whose check failed with an internal error."""

    def add(self, result: Result) -> None:
        """Count one more file."""
        self.files += 1
        self.objects += result.objects
        for problem in result.problems:
            self.errors += problem.severity is Severity.ERROR
            self.warnings += problem.severity is Severity.WARNING
            self.infos += problem.severity is Severity.INFO
            self.crashes += problem.code == INTERNAL.code
        self.skipped.update({reason: number for reason, number in result.skipped.items() if number})

    def is_failure(self, severity: Severity) -> bool:
        """Return True if a problem of this severity makes the command fail."""
        severities = list(Severity)
        return severities.index(severity) <= severities.index(self.fail_on)

    @property
    def has_failed(self) -> bool:
        """True if there is a problem that makes the command fail."""
        counts = {Severity.ERROR: self.errors, Severity.WARNING: self.warnings, Severity.INFO: self.infos}
        return any(number for severity, number in counts.items() if self.is_failure(severity))

    @property
    def left_out(self) -> str:
        """The numbers of `skipped` in words: `3 skipped (2 no kind, 1 overlay)`; empty if there are none."""
        total = self.skipped.total()
        if len(self.skipped) < 2:
            return f"{total} skipped ({next(iter(self.skipped))})" if total else ""
        reasons = sorted(self.skipped.items(), key=lambda item: (-item[1], item[0]))
        return f"{total} skipped ({', '.join(f'{number} {reason}' for reason, number in reasons)})"


def _rows(problems: Iterable[Problem], texts: Mapping[str, str]) -> Iterator[tuple[tuple[str, int], str]]:
    problems = tuple(problems)
    # Their lines contain credentials, which must not appear in logs.
    private = {(problem.file, problem.line) for problem in problems if hides_line(problem.code)}
    split: dict[str, list[str]] = {}
    for problem in problems:
        file, line = problem.file or "", problem.line
        if file not in texts or line is None or (file, line) in private:
            continue
        if file not in split:
            split[file] = split_lines(texts[file])
        if line <= len(split[file]):
            yield (file, line), split[file][line - 1]


_ROOT = Path(render.__file__).parent


def crashed(error: Exception, results: Sequence[Result], position: int) -> list[Result]:
    """Return the results of files whose common check failed, with the problem in the result at this position."""
    problem = crash(error, results[position].file)
    kept = [result._replace(members=()) for result in results]
    kept[position] = kept[position]._replace(problems=(*results[position].problems, problem))
    return kept


def crash(error: Exception, file: str) -> Problem:
    """Return the problem of a file whose check failed. The text of the error is omitted: it may contain a secret."""
    from traceback import extract_tb  # few checks fail

    ours = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_ROOT)]
    place = f" at {Path(ours[-1].filename).relative_to(_ROOT.parent).as_posix()}:{ours[-1].lineno}" if ours else ""
    return INTERNAL.problem(
        f"the check of this file failed: {type(error).__name__}{place}",
        hint="this is a bug in render: please report this line, with the file if it can be shared",
        file=file,
    )
