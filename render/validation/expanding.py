"""Expand the TrainJobs of files, where neither they nor their runtimes have an error."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from render.manifests.codes import NO_TRAINJOB
from render.manifests.placed import placed
from render.manifests.places import Data
from render.manifests.trainjob import trainjobs
from render.problem import Problem, has_error
from render.trainer import Expansion, Refusal, outcomes
from render.validation.batch import results
from render.validation.file import Settings
from render.validation.inputs import inputs
from render.validation.result import Result
from render.validation.rooted import rooted
from render.validation.together import together
from render.validation.whole import Whole


@dataclass(frozen=True, slots=True)
class Expanded:
    """What is found in the files, and the objects that Trainer makes; none of what it refuses."""

    results: tuple[Result, ...]
    objects: tuple[Data, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Say whether there is an error: something is refused, or what is made of it never starts."""
        return any(has_error(result.problems) for result in self.results)


def expanded(path: str, runtimes: Sequence[str], settings: Settings) -> Expanded:
    """Return what comes of the TrainJobs of a file, on the runtimes in it and in others.

    Raises EngineError, OSError, ValueError.
    """
    own = list(inputs([path]))
    files = [*own, *(file for file in inputs(runtimes) if file not in own)]
    found = tuple(results(files, settings))
    judged = tuple(together(iter(found), settings))
    jobs = {id(job) for result in found[: len(own)] for job in trainjobs(result.members)}
    expansions = [one for job, one in _expansions(found, settings.schemas.trainer) if job in jobs]
    told = {problem for result in judged for problem in result.problems}
    refused = [_refused(one.findings, told) for one in expansions if one.findings]
    done = Expanded((*judged, *refused), tuple(item for one in expansions for item in one.objects))
    if jobs or done.is_refused:
        return done
    message = "holds no `TrainJob` of Kubeflow Trainer"
    return Expanded((*judged, Result(path, problems=(NO_TRAINJOB.problem(message, file=path),))))


def _expansions(found: Sequence[Result], trainer: str) -> Iterator[tuple[int, Expansion]]:
    """Yield what comes of each TrainJob that has no error, on a runtime that has none or is not known."""
    whole = Whole.of(found, trainer)
    wrong = {id(one.job) for one in whole.trainings} - {id(one.job) for one in whole.sound}
    for job, expansion in outcomes(tuple(item for result in found for item in result.members), trainer):
        if id(job) not in wrong and not whole.is_refused(job):
            yield id(job), expansion


def _refused(refusals: Sequence[Refusal], told: set[Problem]) -> Result:
    texts = {one.object.document.file: one.object.document.content for one in refusals}
    problems = [placed(one.rule, rooted(one.object), one.mistake) for one in refusals]
    return Result.of(problems[0].file or "", 0, [one for one in problems if one not in told], texts)
