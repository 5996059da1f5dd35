"""What an import can't carry over, or carries over as something else: told at the line where it stands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from render.importers.parts.rest import Rest
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.problem import Problem, Rule
from render.shape.mistake import Mistake, Path, Sort
from render.shape.show import place
from render.spec.codes import NOT_CARRIED

Locate = Callable[[Path], tuple[Object, Path]]
"""Leads from a path in what is read to the written object and the path there."""


@dataclass(frozen=True)
class Notes:
    """The problems of one import, in the order in which they were found."""

    locate: Locate
    problems: list[Problem] = field(default_factory=list)

    def add(self, rule: Rule, path: Path, message: str, hint: str | None = None) -> None:
        """Note something about the value at a path."""
        item, written = self.locate(path)
        problem = placed(rule, item, Mistake(Sort.NOT_ALLOWED, written, message, hint))
        if problem not in self.problems:
            self.problems.append(problem)

    def leave(self, rest: Rest, reason: str) -> None:
        """Note that a part is not carried over, once for all of it, and for what reason."""
        self.add(NOT_CARRIED, rest.path, f"{self._words(rest.path)}: {reason}")
        rest.clear()

    def leave_all(self, rest: Rest, whole: Mapping[str, Any]) -> None:
        """Note all that nobody has taken of an object."""
        for path, _ in rest.left(whole):
            self.add(NOT_CARRIED, path, f"{self._words(path)}: a spec has no place for it")

    def _words(self, path: Path) -> str:
        return f"`{place(self.locate(path)[1])}` is not carried over"
