"""What validation finds in a file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from render.problem import LINE_BREAK, Problem, Severity
from render.rules.config import is_about_secrets
from render.rules.rule import Objects
from render.source.codes import INTERNAL

if TYPE_CHECKING:
    from render.spec import Spec


class Result(NamedTuple):
    """One file's findings, in the order of its lines, with the lines that they are about."""

    file: str
    objects: int = 0
    problems: tuple[Problem, ...] = ()
    rows: Mapping[tuple[str, int], str] = {}
    """The lines, by file and number."""
    members: Objects = ()
    """What rules read beside the objects of other files; detached, since memory is for many files."""
    sent: "Spec | Objects" = ()
    """What a server is to be asked about, where one is: a spec, or all objects of a file."""
    deployers: Objects = ()
    """What says which specs are deployed, and how; detached, and judged by no schema."""
    skipped: Mapping[str, int] = {}
    """How many documents are not checked, by reason."""

    @classmethod
    def of(
        cls, file: str, objects: int, problems: Iterable[Problem], texts: Mapping[str, str], members: Objects = ()
    ) -> "Result":
        """Return the findings with their lines, which stand in these texts by file."""
        found = tuple(sorted(problems, key=lambda problem: problem.sort_key))
        return cls(file, objects, found, dict(_rows(found, texts)), members)


@dataclass(slots=True)
class Summary:
    """The counts over all files."""

    files: int = 0
    objects: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    """What is not checked, by reason."""
    crashes: int = 0
    """Files whose check failed for a reason of our own."""

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

    def reaches(self, severity: Severity) -> bool:
        """Say whether there is a problem of at least this severity."""
        counts = {Severity.ERROR: self.errors, Severity.WARNING: self.warnings, Severity.INFO: self.infos}
        severities = list(Severity)
        return any(counts[one] for one in severities[: severities.index(severity) + 1])

    @property
    def left_out(self) -> str:
        """What is not checked, in words: `3 skipped (2 no kind, 1 overlay)`; empty where there is nothing."""
        total = self.skipped.total()
        if len(self.skipped) < 2:
            return f"{total} skipped ({next(iter(self.skipped))})" if total else ""
        reasons = sorted(self.skipped.items(), key=lambda item: (-item[1], item[0]))
        return f"{total} skipped ({', '.join(f'{number} {reason}' for reason, number in reasons)})"


def _rows(problems: Iterable[Problem], texts: Mapping[str, str]) -> Iterator[tuple[tuple[str, int], str]]:
    problems = tuple(problems)
    # Their lines hold credentials, and logs are read by many.
    private = {(problem.file, problem.line) for problem in problems if is_about_secrets(problem.code)}
    split: dict[str, list[str]] = {}
    for problem in problems:
        file, line = problem.file or "", problem.line
        if file not in texts or line is None or (file, line) in private:
            continue
        if file not in split:
            split[file] = LINE_BREAK.split(texts[file])
        if line <= len(split[file]):
            yield (file, line), split[file][line - 1]
