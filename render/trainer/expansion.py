"""The expansion of TrainJobs into objects, with their runtimes or those of a release."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.kube.server_defaults import with_defaults
from render.manifests.codes import MANAGED_ELSEWHERE, RUNTIME_MISSING
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.trainjob import CLUSTER_RUNTIME, RuntimeReference, Training, trainings, trainjobs
from render.schema_errors.suggest import nearest
from render.trainer import plugins
from render.trainer.assembly import assemble
from render.trainer.context import ExpansionContext, ExpansionFinding
from render.trainer.release import TrainerRelease
from render.trainer.runtimes import builtin_runtime, builtin_runtime_names

_TYPO = 0.9
"""Similarity above which an unknown runtime counts as a typo: one or two letters of a long name."""

_OWN_CONTROLLER = "trainer.kubeflow.org/trainjob-controller"


@dataclass(frozen=True, slots=True)
class Expansion:
    """The objects of a TrainJob, or the findings that prevent them."""

    objects: tuple[Data, ...]
    """The JobSet, its PodGroups, and the ConfigMap and the Secret that its pods mount; empty if there is a finding.

    The JobSet is without the defaults of JobSet's webhook. The generated keys are empty in the Secret. Owner references
    are left out, since they need the TrainJob's UID.
    """
    findings: tuple[ExpansionFinding, ...]
    """Reasons why there are no objects."""


def expand(training: Training, release: str = TrainerRelease.V2_3) -> Expansion:
    """Return the objects that a release of Trainer makes, or the reasons why it makes none.

    Both inputs are valid by their schemas, without defaults. Raises OSError, ValueError for an unknown release.
    """
    work = assemble(training, TrainerRelease(release))
    if _is_managed_elsewhere(work):
        return Expansion((), tuple(work.refusals))
    plugins.apply_plugins(work)
    objects = () if work.refusals else tuple(_stored(item, work.release) for item in plugins.build_objects(work))
    return Expansion(objects, tuple(work.refusals))


def _is_managed_elsewhere(work: ExpansionContext) -> bool:
    manager = work.job.get("managedBy", _OWN_CONTROLLER)
    if manager == _OWN_CONTROLLER:
        return False
    message = f"`{manager}` manages it: Trainer makes no objects in this cluster"
    work.refusals.append(ExpansionFinding(MANAGED_ELSEWHERE, work.training.job, ("spec", "managedBy"), message))
    return True


def _stored(item: dict[str, Any], release: TrainerRelease) -> Data:
    """Return an object with the defaults of its CRD, if it has one."""
    kind = GroupVersionKind.of(item["apiVersion"], item["kind"])
    validator = Schemas(trainer=release.value).find(kind) if "." in kind.group else None
    stored: Data = item if validator is None else with_defaults(validator.schema, item)
    return stored


_HINT = "give the file of the runtime with `--runtime`"


def expand_all(items: tuple[Object, ...], release: str) -> Iterator[tuple[Object, Expansion]]:
    """Yield each TrainJob with its expansion by a release of Trainer.

    Raises OSError, ValueError for an unknown release.
    """
    known = {id(training.job): training for training in pair_runtimes(items, release)}
    for job in trainjobs(items):
        training = known.get(id(job))
        yield job, Expansion((), (_runtime_missing(job, release),)) if training is None else expand(training, release)


def pair_runtimes(items: tuple[Object, ...], release: str) -> Iterator[Training]:
    """Yield the TrainJobs with their runtimes: one of the objects, else one that the release installs."""
    known = {id(training.job): training for training in trainings(items)}
    for job in trainjobs(items):
        training = known.get(id(job)) or with_builtin_runtime(job, release)
        if training is not None:
            yield training


def with_builtin_runtime(job: Object, release: str) -> Training | None:
    """Return a TrainJob with the runtime that a release installs under its name; None if there is none."""
    reference = RuntimeReference.of(job)
    runtime = builtin_runtime(reference.name, release) if _is_of_the_cluster(reference) else None
    return None if runtime is None else Training(job, runtime)


def _is_of_the_cluster(reference: RuntimeReference) -> bool:
    return f"{reference.group}/{reference.kind}" == CLUSTER_RUNTIME


def _runtime_missing(job: Object, release: str) -> ExpansionFinding:
    reference = RuntimeReference.of(job)
    kind = f"{reference.kind}.{reference.group}"
    message = f'{kind} "{reference.name}" not found: it must be created before the TrainJob is created'
    names = builtin_runtime_names(release) if _is_of_the_cluster(reference) else ()
    suggestion = nearest(reference.name, names, _TYPO)
    question = f"did you mean `{suggestion}`, which Trainer {release} installs? Otherwise "
    hint = _HINT if suggestion is None else question + _HINT
    return ExpansionFinding(RUNTIME_MISSING, job, ("spec", "runtimeRef"), message, hint)
