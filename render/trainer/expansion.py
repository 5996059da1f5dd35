"""What the controller of Kubeflow Trainer makes of a TrainJob and its runtime."""

from dataclasses import dataclass
from typing import Any

from render.kube.defaults import defaulted
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.codes import MANAGED_ELSEWHERE
from render.manifests.places import Data
from render.manifests.trainjob import Training
from render.trainer import plugins
from render.trainer.assembly import assembled
from render.trainer.release import Release
from render.trainer.work import Refusal, Work

_OWN_CONTROLLER = "trainer.kubeflow.org/trainjob-controller"


@dataclass(frozen=True, slots=True)
class Expansion:
    """What comes of a TrainJob."""

    objects: tuple[Data, ...]
    """The JobSet, its PodGroups, the ConfigMap and the Secret that its pods mount; none where they are refused.

    The JobSet is as its controller finds it, before JobSet's webhook. The keys that Trainer generates are empty in the
    Secret. Who owns the objects is left out: it has the TrainJob's UID.
    """
    findings: tuple[Refusal, ...]
    """Why there are none."""


def expand(training: Training, release: str = Release.V2_3) -> Expansion:
    """Return the objects that a release of Trainer makes, or why it makes none.

    Both inputs are as their schemas have them, without their defaults. Raises OSError, ValueError for a release that
    is not known.
    """
    work = assembled(training, Release(release))
    if _is_managed_elsewhere(work):
        return Expansion((), tuple(work.refusals))
    plugins.enforce(work)
    objects = () if work.refusals else tuple(_stored(item, work.release) for item in plugins.build(work))
    return Expansion(objects, tuple(work.refusals))


def _is_managed_elsewhere(work: Work) -> bool:
    manager = work.job.get("managedBy", _OWN_CONTROLLER)
    if manager == _OWN_CONTROLLER:
        return False
    message = f"`{manager}` manages it: Trainer makes nothing of it in this cluster"
    work.refusals.append(Refusal(MANAGED_ELSEWHERE, work.training.job, ("spec", "managedBy"), message))
    return True


def _stored(item: dict[str, Any], release: Release) -> Data:
    """Return an object with the defaults of its definition, where it has one."""
    kind = Kind.of(item["apiVersion"], item["kind"])
    validator = Schemas(trainer=release.value).find(kind) if "." in kind.group else None
    stored: Data = item if validator is None else defaulted(validator.schema, item)
    return stored
