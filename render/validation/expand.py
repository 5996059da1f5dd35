"""Expand the TrainJobs of files if neither they nor their runtimes have an error."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.manifests.codes import NO_TRAINJOB
from render.manifests.finding import to_problem
from render.manifests.loading import reload_positions
from render.manifests.paths import Data
from render.manifests.trainjob import trainjobs
from render.problem import Problem, has_error
from render.trainer import ExpansionFinding
from render.validation.batch import check_all_files
from render.validation.cross_file import ObjectSet, attach_findings, cross_object_findings
from render.validation.inputs import Settings, inputs
from render.validation.pipeline import read_files
from render.validation.result import Result


@dataclass(frozen=True, slots=True)
class Expanded:
    """The results of the files, and the objects that Trainer creates; none of TrainJobs that it rejects."""

    results: tuple[Result, ...]
    objects: tuple[Data, ...] = ()

    @property
    def is_refused(self) -> bool:
        """True if there is an error: Trainer rejects a TrainJob, or the created objects never start."""
        return any(has_error(result.problems) for result in self.results)


def expand_files(path: str, runtimes: Sequence[str], settings: Settings) -> Expanded:
    """Return the expansion of the TrainJobs of a file, with the runtimes in it and in other files.

    Raises EngineError, OSError, ValueError.
    """
    own = list(inputs([path]))
    files = [*own, *(file for file in inputs(runtimes) if file not in own)]
    found = tuple(check_all_files(read_files(files, settings), settings))
    object_set = ObjectSet.of(found, settings.schemas.trainer)
    checked = attach_findings(found, cross_object_findings(object_set, settings.schemas), settings)
    jobs = [job for result in found[: len(own)] for job in trainjobs(result.members)]
    expansions = [one for job in jobs if (one := object_set.expansion(job)) is not None]
    reported = {problem for result in checked for problem in result.problems}
    refused = [_refused(one.findings, reported) for one in expansions if one.findings]
    done = Expanded((*checked, *refused), tuple(item for one in expansions for item in one.objects))
    if jobs or done.is_refused:
        return done
    message = "holds no `TrainJob` of Kubeflow Trainer"
    return Expanded((*checked, Result(path, problems=(NO_TRAINJOB.problem(message, file=path),))))


def _refused(refusals: Sequence[ExpansionFinding], reported: set[Problem]) -> Result:
    texts = {one.object.document.file: one.object.document.content for one in refusals}
    problems = [to_problem(one.finding._replace(object=reload_positions(one.object))) for one in refusals]
    return Result.of(problems[0].file or "", 0, [one for one in problems if one not in reported], texts)
