"""Validate specs that are made of one text, and tell once what several of them have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

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

    def judge(self, spec: Spec, label: str) -> None:
        """Take one more. Raises EngineError, OSError, ValueError."""
        self.total += 1
        problems = spec.problems if not spec.is_readable else judged(spec, self.settings)[1]
        for problem in dict.fromkeys(wanted(problems, self.contents, ALL)):
            self.found.setdefault(problem, []).append(label)

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong, with the label of the first that has it where not all have."""
        for problem, (first, *others) in self.found.items():
            more = f" and {len(others)} more" if others else ""
            where = "" if len(others) + 1 == self.total > 1 else f" ({first}{more})"
            yield replace(problem, message=problem.message + where)
