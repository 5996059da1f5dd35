"""Validate specs that are created from one text, and report problems of several specs once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from render.problem import Problem
from render.rules.config import ALL
from render.spec import Spec
from render.validation.check_file import spec_results
from render.validation.check_spec import SpecResult
from render.validation.filters import apply_ignores
from render.validation.inputs import Settings

if TYPE_CHECKING:  # few sweeps name folders
    from render.validation.shared_outputs import Output


@dataclass(slots=True)
class SweepReport:
    """The problems of all specs, with positions in the text."""

    settings: Settings
    contents: Mapping[str, str]
    """The text by file."""
    total: int = 0
    outputs: "list[Output]" = field(default_factory=list)
    """Folders that the specs write to."""
    found: dict[Problem, list[str]] = field(default_factory=dict)
    """Labels of the specs with a problem, by problem."""

    def check(self, specs: Sequence[Spec], labels: Sequence[str]) -> None:
        """Check more specs. Raises EngineError, OSError, ValueError."""
        self.total += len(specs)
        found = spec_results([spec for spec in specs if spec.is_readable], self.settings)
        for spec, label in zip(specs, labels, strict=True):
            result = next(found) if spec.is_readable else SpecResult(0, list(spec.problems))
            self.outputs += result.outputs
            for problem in dict.fromkeys(apply_ignores(result.problems, self.contents, ALL)):
                self.found.setdefault(problem, []).append(label)

    def problems(self) -> Iterator[Problem]:
        """Yield the problems. If not all specs have a problem, its message names the first one that does."""
        for problem, (first, *others) in self.found.items():
            more = f" and {len(others)} more" if others else ""
            where = "" if len(others) + 1 == self.total > 1 else f" ({first}{more})"
            yield problem._replace(message=problem.message + where)
        if self.outputs:
            from render.validation.shared_outputs import sweep_problems  # few sweeps name folders

            yield from apply_ignores(sweep_problems(self.outputs), self.contents, ALL)
