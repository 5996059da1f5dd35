"""Expand the TrainJobs of files, if they and their runtimes have nothing wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.manifests.codes import NO_TRAINJOB
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.manifests.places import Data
from render.manifests.trainjob import trainjobs
from render.problem import has_error
from render.source import Text, documents
from render.trainer import Refusal, outcomes
from render.validation.batch import results
from render.validation.file import Settings
from render.validation.inputs import inputs
from render.validation.result import Result
from render.validation.together import together


@dataclass(frozen=True, slots=True)
class Expanded:
    """What is found in the files, and the objects that Trainer makes; none where something is wrong."""

    results: tuple[Result, ...]
    objects: tuple[Data, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Say whether there is an error."""
        return any(has_error(result.problems) for result in self.results)


def expanded(path: str, runtimes: Sequence[str], settings: Settings) -> Expanded:
    """Return what comes of the TrainJobs of a file, on the runtimes in it and in others.

    Raises EngineError, OSError, ValueError.
    """
    own = list(inputs([path]))
    files = [*own, *(file for file in inputs(runtimes) if file not in own)]
    found = tuple(results(files, settings))
    judged = tuple(together(iter(found), settings.config, settings.schemas.trainer))
    if any(has_error(result.problems) for result in judged):
        return Expanded(judged)
    jobs = list(trainjobs(tuple(item for result in found[: len(own)] for item in result.members)))
    if not jobs:
        message = "holds no `TrainJob` of Kubeflow Trainer"
        return Expanded((*judged, Result(path, problems=(NO_TRAINJOB.problem(message, file=path),))))
    return _expanded(jobs, found, judged, settings.schemas.trainer)


def _expanded(jobs: Sequence[Object], found: Sequence[Result], judged: Sequence[Result], trainer: str) -> Expanded:
    members = tuple(item for result in found for item in result.members)
    asked = {id(job) for job in jobs}
    expansions = [expansion for job, expansion in outcomes(members, trainer) if id(job) in asked]
    refused = [_refused(expansion.findings) for expansion in expansions if expansion.findings]
    done = Expanded((*judged, *refused), tuple(item for expansion in expansions for item in expansion.objects))
    return Expanded(done.results) if done.is_refused else done


def _refused(refusals: Sequence[Refusal]) -> Result:
    texts = {one.object.document.file: one.object.document.content for one in refusals}
    problems = [placed(one.rule, _rooted(one.object), one.mistake) for one in refusals]
    return Result.of(problems[0].file or "", 0, problems, texts)


def _rooted(item: Object) -> Object:
    """Return an object with the places in its document, which are not kept."""
    text = Text(item.document.file, item.document.content)
    rooted = (document for document, _ in documents(text) if document.start == item.document.start)
    return item._replace(document=next(rooted, item.document))
