"""TrainJob of Kubeflow Trainer with its runtime: what its controller makes of them, as a spec.

The JobSet that the controller makes is read, and told apart by where it comes from: so the spec says what runs.
"""

from collections.abc import Iterator

from render.importers.parts import trainer
from render.importers.parts.metadata import name_and_namespace
from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.importers.parts.result import Imported, said
from render.importers.parts.source import Source
from render.kube.kind import Kind
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.manifests.trainjob import Training, trainings
from render.problem import Problem
from render.shape.mistake import Mistake, Path, Sort
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED
from render.trainer import Expansion, expand
from render.trainer.outcomes import on_stock
from render.trainer.provenance import Origin, origins

KIND = Kind("trainer.kubeflow.org", "v1alpha1", "TrainJob")

_CONTROLLER = "trainer.kubeflow.org/trainjob-controller"
_EXPANDED = ("labels", "annotations", "podTemplateOverrides", "runtimePatches", "runtimeRef", "trainer")
"""What of a TrainJob's spec is in its JobSet."""


def imported(source: Source) -> Imported:
    """Return the spec of a TrainJob, whose runtime is among the other objects."""
    items = (source.item, *source.others)
    given = next((found for found in trainings(items) if found.job is source.item), None)
    training = given or on_stock(source.item, source.release)
    if training is None:
        return Imported({}, (_without_runtime(source),))
    expansion = expand(training, source.release)
    if not expansion.objects:
        return Imported({}, tuple(_refused(expansion, source.item)))
    return carried(training, expansion)


def carried(training: Training, expansion: Expansion) -> Imported:
    """Return the spec of what Trainer makes of a TrainJob."""
    made = dict(expansion.objects[0])

    def locate(path: Path) -> Origin:
        return next(origins(training, made, path))

    notes = Notes(locate)
    own = Notes(lambda path: (training.job, path))
    job = Rest.of(training.job.data)
    _, namespace = name_and_namespace(job)
    spec = job.below("spec")
    for key in _EXPANDED:
        spec.take(key)
    spec.settle("managedBy", _CONTROLLER)
    spec.take("suspend")
    rest = Rest.of(made)
    values = trainer.run(trainer.Made(training, expansion.objects, rest, job, notes))
    if not values:
        notes.add(NOT_IMPORTED, ("spec", "replicatedJobs"), "no replicated job trains: none has the label for it")
        return Imported({}, tuple(notes.problems))
    values["activeDeadlineSeconds"] = spec.take("activeDeadlineSeconds") or values.get("activeDeadlineSeconds")
    for word in values.get("initializers", {}):
        spec.below("initializer").take(word)
    own.leave_all(job, training.job.data)
    notes.leave_all(rest, made)
    _elastic(training, notes)
    problems = tuple(dict.fromkeys((*notes.problems, *own.problems)))
    return Imported(said(values), problems, namespace, "Kubeflow Trainer")


def _elastic(training: Training, notes: Notes) -> None:
    """Tell of a policy that Trainer has taken and never followed."""
    place = ("spec", "mlPolicy", "torch", "elasticPolicy")
    if "elasticPolicy" in training.policy.get("torch", {}):
        message = "`elasticPolicy` is not carried over: no release of Trainer follows it"
        hint = "`elastic` of a spec does what it promises"
        notes.problems.append(placed(NOT_CARRIED, training.runtime, Mistake(Sort.NOT_ALLOWED, place, message, hint)))


def _without_runtime(source: Source) -> Problem:
    name = source.item.data.get("spec", {}).get("runtimeRef", {}).get("name", "")
    message = f"the runtime `{name}` is in none of the files"
    mistake = Mistake(Sort.NOT_ALLOWED, ("spec", "runtimeRef"), message, "give the file of the runtime, too")
    return placed(NOT_IMPORTED, source.item, mistake)


def _refused(expansion: Expansion, job: Object) -> Iterator[Problem]:
    """Yield why Trainer makes nothing of a TrainJob, so that there is nothing to import."""
    yield placed(NOT_IMPORTED, job, Mistake(Sort.NOT_ALLOWED, ("spec",), "Trainer makes nothing of it"))
    for refusal in expansion.findings:
        mistake = Mistake(Sort.NOT_ALLOWED, refusal.path, refusal.message, refusal.hint)
        yield placed(refusal.rule, refusal.object, mistake)
