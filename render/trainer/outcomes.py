"""What comes of each TrainJob among objects, on the runtimes that are among them too, or that every cluster has."""

from collections.abc import Iterator

from render.manifests.codes import RUNTIME_NOT_GIVEN
from render.manifests.objects import Object
from render.manifests.trainjob import CLUSTER_RUNTIME, Reference, Training, trainings, trainjobs
from render.trainer.expansion import Expansion, expand
from render.trainer.runtimes import stock
from render.trainer.work import Refusal

_HINT = "give the file of the runtime with `--runtime`"


def outcomes(items: tuple[Object, ...], release: str) -> Iterator[tuple[Object, Expansion]]:
    """Yield each TrainJob with what a release of Trainer makes of it.

    Raises OSError, ValueError for a release that is not known.
    """
    known = {id(training.job): training for training in paired(items, release)}
    for job in trainjobs(items):
        training = known.get(id(job))
        yield job, Expansion((), (_not_given(job),)) if training is None else expand(training, release)


def paired(items: tuple[Object, ...], release: str) -> Iterator[Training]:
    """Yield the TrainJobs whose runtimes are known: those among the objects, else those that a release brings."""
    known = {id(training.job): training for training in trainings(items)}
    for job in trainjobs(items):
        training = known.get(id(job)) or on_stock(job, release)
        if training is not None:
            yield training


def on_stock(job: Object, release: str) -> Training | None:
    """Return a TrainJob with the runtime that every cluster of a release has by this name; None without one."""
    reference = Reference.of(job)
    is_of_the_cluster = f"{reference.group}/{reference.kind}" == CLUSTER_RUNTIME
    runtime = stock(reference.name, release) if is_of_the_cluster else None
    return None if runtime is None else Training(job, runtime)


def _not_given(job: Object) -> Refusal:
    reference = Reference.of(job)
    kind = f"{reference.kind}.{reference.group}"
    message = f'{kind} "{reference.name}" not found: it must be created before the TrainJob is created'
    return Refusal(RUNTIME_NOT_GIVEN, job, ("spec", "runtimeRef"), message, _HINT)
