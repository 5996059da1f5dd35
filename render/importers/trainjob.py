"""TrainJob of Kubeflow Trainer: the JobSet that its controller creates from it and its runtime, as a spec.

Notes point to the fields of the TrainJob or of the runtime that a field comes from.
"""

from collections.abc import Iterator, Sequence

from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.run import consume_marks, consume_metadata
from render.importers.parts.trainer_jobset import TrainerRun, consume_trainer_run
from render.kube.gvk import GroupVersionKind
from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object
from render.manifests.trainjob import Training, trainings
from render.problem import Problem, Severity
from render.rules.runner import check_object, check_objects
from render.schema_errors.error import Path
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED
from render.trainer import Expansion, expand
from render.trainer.expansion import with_builtin_runtime
from render.trainer.provenance import Origin, trace_origins

KIND = GroupVersionKind("trainer.kubeflow.org", "v1alpha1", "TrainJob")

_CONTROLLER = "trainer.kubeflow.org/trainjob-controller"
_EXPANDED = ("labels", "annotations", "podTemplateOverrides", "runtimePatches", "runtimeRef", "trainer")
"""Fields of a TrainJob whose effect is in its JobSet."""


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a TrainJob, whose runtime is among the other objects."""
    items = (source.item, *source.others)
    pair = next((found for found in trainings(items) if found.job is source.item), None)
    training = pair or with_builtin_runtime(source.item, source.release)
    if training is None:
        return ImportResult({}, (_without_runtime(source),))
    expansion = expand(training, source.release)
    rejected = [*(one.finding for one in expansion.findings), *_rejections(training, source.release)]
    if rejected or not expansion.objects:
        return ImportResult({}, tuple(_refused(rejected, source.item)))
    return convert_expansion(training, expansion)


def convert_expansion(training: Training, expansion: Expansion) -> ImportResult:
    """Return the spec of an expanded TrainJob."""
    jobset = dict(expansion.objects[0])

    def locate(path: Path) -> Origin:
        return next(trace_origins(training, jobset, path))

    notes = ImportNotes(locate)
    own = ImportNotes(lambda path: (training.job, path))
    job = RemainingFields.of(training.job.data)
    _, namespace = consume_metadata(job, own)
    spec = job.section("spec")
    for key in _EXPANDED:
        spec.consume(key)
    spec.drop_if("managedBy", _CONTROLLER)
    spec.consume("suspend")
    rest = RemainingFields.of(jobset)
    values = consume_trainer_run(TrainerRun(training, expansion.objects, rest, job, notes))
    if not values:
        notes.add(NOT_IMPORTED, ("spec", "replicatedJobs"), "no replicated job has the label of the step `trainer`")
        return ImportResult({}, tuple(notes.problems))
    values["activeDeadlineSeconds"] = spec.consume("activeDeadlineSeconds") or values.get("activeDeadlineSeconds")
    for word in values.get("initializers", {}):
        spec.section("initializer").consume(word)
    values["metadata"] = consume_marks(rest, job)
    own.report_remaining(job, training.job.data)
    notes.report_remaining(rest, jobset)
    _elastic(training, notes)
    problems = tuple(dict.fromkeys((*notes.problems, *own.problems)))
    return ImportResult(drop_empty(values), problems, namespace, "Kubeflow Trainer")


def _elastic(training: Training, notes: ImportNotes) -> None:
    """Note an elastic policy, which no release of Trainer applies."""
    place = ("spec", "mlPolicy", "torch", "elasticPolicy")
    if "elasticPolicy" in training.policy.get("torch", {}):
        message = "`elasticPolicy` is not carried over: no release of Trainer applies it"
        hint = "write `elastic` in the spec"
        notes.problems.append(to_problem(Finding(place, message, hint, training.runtime, NOT_CARRIED)))


def _without_runtime(source: ImportSource) -> Problem:
    name = source.item.data.get("spec", {}).get("runtimeRef", {}).get("name", "")
    message = f"the runtime `{name}` is not in any of the files"
    hint = "add the file of the runtime"
    return to_problem(Finding(("spec", "runtimeRef"), message, hint, source.item, NOT_IMPORTED))


def _refused(reasons: Sequence[Finding], job: Object) -> Iterator[Problem]:
    """Yield the reasons why Trainer rejects a TrainJob."""
    yield to_problem(Finding(("spec",), "Trainer rejects it", None, job, NOT_IMPORTED))
    yield from dict.fromkeys(map(to_problem, reasons))


def _rejections(training: Training, release: str) -> Iterator[Finding]:
    """Yield the errors of a TrainJob and its runtime: what the webhooks of Trainer and the API server reject."""
    items = (training.job, training.runtime)
    found = [*check_objects(items, trainer=release), *(one for item in items for one in check_object(item, ()))]
    yield from (one for one in found if one.rule.severity is Severity.ERROR)
