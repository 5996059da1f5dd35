"""The objects of a command as one set: what is wrong between them, and which of them have an error."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from render.manifests.objects import Object
from render.manifests.trainjob import Training, trainjobs
from render.problem import Severity
from render.rules.findings import Found, among
from render.rules.rule import Objects
from render.validation.result import Result

_Key = tuple[str | None, str | None]
"""An object's file and label."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What the objects of all files are, taken together."""

    between: tuple[Found, ...]
    """What is wrong between them."""
    trainings: tuple[Training, ...]
    """The TrainJobs with their runtimes, stock ones included."""
    refused: frozenset[_Key]

    @classmethod
    def of(cls, results: Sequence[Result], trainer: str) -> "Whole":
        """Judge the objects of files, with a release of Kubeflow Trainer. Raises OSError, ValueError."""
        members = _members(results)
        trainings = _paired(members, trainer)
        known = {id(item) for item in members}
        stock = {id(one.runtime): one.runtime for one in trainings if id(one.runtime) not in known}
        between = tuple(among((*members, *stock.values()), trainer=trainer))
        refused = (_key(one.object) for one in between if one.rule.severity is Severity.ERROR)
        return cls(
            between=tuple(one for one in between if id(one.object) not in stock),
            trainings=trainings,
            refused=frozenset([*refused, *_with_errors(results)]),
        )

    def is_refused(self, item: Object) -> bool:
        """Say whether an object has an error."""
        return _key(item) in self.refused

    @property
    def sound(self) -> Iterator[Training]:
        """Yield the TrainJobs that have no error, nor have their runtimes."""
        yield from (one for one in self.trainings if not self.is_refused(one.job) and not self.is_refused(one.runtime))


def _paired(members: Objects, trainer: str) -> tuple[Training, ...]:
    if not any(True for _ in trainjobs(members)):
        return ()
    from render.trainer import paired  # few commands have any

    return tuple(paired(members, trainer))


def _members(results: Sequence[Result]) -> Objects:
    """Return the objects of each file once, however often the command names it."""
    once = {result.file: result for result in results}
    return tuple(item for result in once.values() for item in result.members)


def _with_errors(results: Sequence[Result]) -> Iterator[_Key]:
    for result in results:
        yield from ((one.file, one.object) for one in result.problems if one.severity is Severity.ERROR)


def _key(item: Object) -> _Key:
    return item.document.file, item.label
