"""What validation finds in a file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from render.problem import LINE_BREAK, Problem, Severity
from render.rules.config import is_about_secrets
from render.rules.rule import Objects

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

    def add(self, result: Result) -> None:
        """Count one more file."""
        self.files += 1
        self.objects += result.objects
        for problem in result.problems:
            self.errors += problem.severity is Severity.ERROR
            self.warnings += problem.severity is Severity.WARNING
            self.infos += problem.severity is Severity.INFO


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
