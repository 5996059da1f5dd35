"""Validate specs that are made of one text, and tell once what several of them have."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.problem import Problem
from render.rules.config import ALL
from render.spec import Spec
from render.validation.file import Settings, judged
from render.validation.suppression import wanted


@dataclass(slots=True)
class Variants:
    """What is found in each; their places are those of the text."""

    settings: Settings
    contents: Mapping[str, str]
    """The text, by its file."""
    total: int = 0
    found: dict[Problem, list[str]] = field(default_factory=dict)
    """The labels of those that have a problem."""

    def judge(self, specs: Sequence[Spec], labels: Sequence[str]) -> None:
        """Take some more. Raises EngineError, OSError, ValueError."""
        self.total += len(specs)
        found = judged([spec for spec in specs if spec.is_readable], self.settings)
        for spec, label in zip(specs, labels, strict=True):
            problems = next(found)[1] if spec.is_readable else spec.problems
            for problem in dict.fromkeys(wanted(problems, self.contents, ALL)):
                self.found.setdefault(problem, []).append(label)

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong, with the label of the first that has it where not all have."""
        for problem, (first, *others) in self.found.items():
            more = f" and {len(others)} more" if others else ""
            where = "" if len(others) + 1 == self.total > 1 else f" ({first}{more})"
            yield problem._replace(message=problem.message + where)
