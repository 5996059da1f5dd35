"""Validate specs that are created from one text, and report problems of several specs once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.problem import Problem
from render.rules.config import ALL
from render.spec import Spec
from render.validation.check_file import spec_results
from render.validation.filters import apply_ignores
from render.validation.inputs import Settings


@dataclass(slots=True)
class SweepReport:
    """The problems of all specs, with positions in the text."""

    settings: Settings
    contents: Mapping[str, str]
    """The text by file."""
    total: int = 0
    found: dict[Problem, list[str]] = field(default_factory=dict)
    """Labels of the specs with a problem, by problem."""

    def check(self, specs: Sequence[Spec], labels: Sequence[str]) -> None:
        """Check more specs. Raises EngineError, OSError, ValueError."""
        self.total += len(specs)
        found = spec_results([spec for spec in specs if spec.is_readable], self.settings)
        for spec, label in zip(specs, labels, strict=True):
            problems = next(found)[1] if spec.is_readable else spec.problems
            for problem in dict.fromkeys(apply_ignores(problems, self.contents, ALL)):
                self.found.setdefault(problem, []).append(label)

    def problems(self) -> Iterator[Problem]:
        """Yield the problems. If not all specs have a problem, its message names the first one that does."""
        for problem, (first, *others) in self.found.items():
            more = f" and {len(others)} more" if others else ""
            where = "" if len(others) + 1 == self.total > 1 else f" ({first}{more})"
            yield problem._replace(message=problem.message + where)
