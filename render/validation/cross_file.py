"""Check the objects of all files of a command together: a Service and its pods may be in two files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from render.engine import EngineError
from render.kube.schemas import Schemas
from render.manifests.finding import Finding, to_problem
from render.manifests.loading import reload_positions
from render.manifests.objects import Object
from render.manifests.trainjob import Training, trainjobs
from render.problem import Problem, Severity
from render.rules.rule import Objects
from render.rules.runner import check_objects
from render.schema_errors.error import Path, parse_pointer
from render.validation.filters import apply_ignores, collapse_repeats, limited
from render.validation.inputs import Settings
from render.validation.result import Result, crashed

if TYPE_CHECKING:  # few commands have TrainJobs
    from render.trainer import Expansion

_Key = tuple[str | None, str | None]
"""File and label of an object."""


@dataclass(frozen=True, slots=True)
class ObjectSet:
    """The objects of all files together."""

    cross_object_findings: tuple[Finding, ...]
    """Findings between the objects."""
    trainings: tuple[Training, ...]
    """TrainJobs with their runtimes, including stock runtimes."""
    errors: Mapping[_Key, Sequence[Path]]
    """Paths of the errors of each object that has one."""
    trainer: str
    """Release of Kubeflow Trainer."""
    _expansions: dict[int, "Expansion"] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Sequence[Result], trainer: str) -> "ObjectSet":
        """Check the objects of files together, for a release of Kubeflow Trainer. Raises OSError, ValueError."""
        members = _members(results)
        trainings = _paired(members, trainer)
        known = {id(item) for item in members}
        stock = {id(one.runtime): one.runtime for one in trainings if id(one.runtime) not in known}
        between = tuple(check_objects((*members, *stock.values()), trainer=trainer))
        errors = defaultdict(list, _errors(results))
        for one in between:
            if one.rule.severity is Severity.ERROR:
                errors[_key(one.object)].append(one.path)
        return cls(
            cross_object_findings=tuple(one for one in between if id(one.object) not in stock),
            trainings=trainings,
            errors=errors,
            trainer=trainer,
        )

    def expand(self, training: Training) -> "Expansion":
        """Return the expansion of a TrainJob, which is computed only once. Raises OSError, ValueError."""
        if id(training.job) not in self._expansions:
            from render.trainer import expand  # few commands have TrainJobs

            self._expansions[id(training.job)] = expand(training, self.trainer)
        return self._expansions[id(training.job)]

    def expansion(self, job: Object) -> "Expansion | None":
        """Return the expansion of a TrainJob; None if it or its runtime has an error. Raises OSError, ValueError."""
        from render.trainer import expand_all

        training = next((one for one in self.trainings if one.job is job), None)
        if self.is_refused(job) or (training is not None and self.is_refused(training.runtime)):
            return None
        if training is not None:
            return self.expand(training)
        [(_, without_runtime)] = expand_all((job,), self.trainer)
        return without_runtime

    def is_refused(self, item: Object) -> bool:
        """Return True if an object has an error."""
        return _key(item) in self.errors

    def expansion_findings(self, schemas: Schemas) -> Iterator[Finding]:
        """Yield the findings in the objects that Trainer creates from TrainJobs. Raises OSError, ValueError.

        If a TrainJob or its runtime has an error, the other one is checked without the values that have errors.
        """
        from render.validation.trainjobs import check_expansion, check_partner  # few commands have TrainJobs

        for training in self.trainings:
            refused = [item for item in training if self.is_refused(item)]
            if not refused:
                yield from check_expansion(training, self.expand(training), schemas)
            elif len(refused) == 1:
                yield from check_partner(training, refused[0], self.errors[_key(refused[0])], schemas)


def check_across_files(results: Sequence[Result], settings: Settings) -> list[Result]:
    """Return results with the findings between their objects, and those in the objects that Trainer creates from them.

    An internal error is a problem of the first file that has objects. Raises EngineError.
    """
    try:
        object_set = ObjectSet.of(results, settings.schemas.trainer)
        return attach_findings(results, cross_object_findings(object_set, settings.schemas), settings)
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - report the earlier findings after any failure
        first = next(position for position, result in enumerate(results) if result.members)
        return crashed(error, results, first)


def attach_findings(results: Sequence[Result], findings: Sequence[Finding], settings: Settings) -> list[Result]:
    """Return results with findings about their objects, at the lines of their files."""
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(finding.object.document.file, []).append(finding)
    return [_attach(result, by_file.pop(result.file, ()), settings) for result in results]


def cross_object_findings(object_set: ObjectSet, schemas: Schemas) -> list[Finding]:
    """Return the findings between objects, and those in objects that Trainer creates. Raises OSError, ValueError."""
    between = {(one.rule.code, id(one.object), one.path, one.message): one for one in object_set.cross_object_findings}
    findings = list(between.values())
    places = set()
    for finding in object_set.expansion_findings(schemas):
        place = finding.rule.code, id(finding.object), finding.path
        if place not in places:  # a finding in the runtime of many TrainJobs is reported once
            places.add(place)
            findings.append(finding)
    return findings


def _attach(result: Result, findings: Sequence[Finding], settings: Settings) -> Result:
    if not findings:
        return result
    problems = list(map(_located, findings))
    # A certain rejection replaces the warning about the runtime alone.
    places = set(map(_place, problems))
    kept = [problem for problem in result.problems if _place(problem) not in places]
    texts = {result.file: findings[0].object.document.content}
    shown = limited([*kept, *collapse_repeats(apply_ignores(problems, texts, settings.config))], result.file)
    found = Result.of(result.file, result.objects, shown, texts)
    return result._replace(problems=found.problems, rows=found.rows)


def _place(problem: Problem) -> tuple[str, int | None, str | None]:
    return problem.code, problem.line, problem.pointer


def _located(finding: Finding) -> Problem:
    problem = to_problem(finding._replace(object=reload_positions(finding.object)))
    if finding.related is None:
        return problem
    item, path = finding.related
    other = to_problem(finding._replace(object=reload_positions(item), path=path))
    return problem._replace(message=f"{problem.message}; `{other.file}:{other.line}` has the limit")


def _paired(members: Objects, trainer: str) -> tuple[Training, ...]:
    if not any(True for _ in trainjobs(members)):
        return ()
    from render.trainer import pair_runtimes  # few commands have TrainJobs

    return tuple(pair_runtimes(members, trainer))


def _members(results: Sequence[Result]) -> Objects:
    """Return the objects of each file once, even if the command names it several times."""
    once = {result.file: result for result in results}
    return tuple(item for result in once.values() for item in result.members)


def _errors(results: Sequence[Result]) -> Mapping[_Key, list[Path]]:
    found: dict[_Key, list[Path]] = defaultdict(list)
    for result in results:
        pointers = {_key(item): item.pointer for item in result.members}
        for one in result.problems:
            if one.severity is Severity.ERROR:
                pointer = (one.pointer or "").removeprefix(pointers.get((one.file, one.object), ""))
                found[one.file, one.object].append(parse_pointer(pointer))
    return found


def _key(item: Object) -> _Key:
    return item.document.file, item.label
