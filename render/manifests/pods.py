"""Pods in manifests: a Pod itself, or the template of one inside another kind."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from render.kube.identity_cache import cache_by_identity
from render.manifests.objects import Object
from render.manifests.paths import EACH, Data, Pattern, list_items, select
from render.schema_errors.error import Path

ContainerKind = Literal["containers", "initContainers", "ephemeralContainers"]

_KINDS: tuple[ContainerKind, ...] = ("initContainers", "containers", "ephemeralContainers")
_TEMPLATE = ("spec", "template")
_REPLICATED_JOBS = ("spec", "replicatedJobs", EACH, "template", *_TEMPLATE)
_RAY_CLUSTER = (("headGroupSpec", "template"), ("workerGroupSpecs", EACH, "template"))

_READ: dict[str, tuple[Pattern, ...]] = {
    "/Pod": ((),),
    "/PodTemplate": (("template",),),
    "/ReplicationController": (_TEMPLATE,),
    "apps/DaemonSet": (_TEMPLATE,),
    "apps/Deployment": (_TEMPLATE,),
    "apps/ReplicaSet": (_TEMPLATE,),
    "apps/StatefulSet": (_TEMPLATE,),
    "batch/CronJob": (("spec", "jobTemplate", *_TEMPLATE),),
    "batch/Job": (_TEMPLATE,),
    "batch.volcano.sh/Job": (("spec", "tasks", EACH, "template"),),
}
"""Paths of pods by `GROUP/KIND`, for kinds whose pods the API server (or Volcano's webhook) validates."""

_UNREAD: dict[str, tuple[Pattern, ...]] = {
    "batch.volcano.sh/CronJob": (("spec", "jobTemplate", "spec", "tasks", EACH, "template"),),
    "flow.volcano.sh/JobTemplate": (("spec", "tasks", EACH, "template"),),
    "jobset.x-k8s.io/JobSet": (_REPLICATED_JOBS,),
    "kubeflow.org/MPIJob": (("spec", "mpiReplicaSpecs", EACH, "template"),),
    "kubeflow.org/PyTorchJob": (("spec", "pytorchReplicaSpecs", EACH, "template"),),
    "ray.io/RayCluster": tuple(("spec", *place) for place in _RAY_CLUSTER),
    "ray.io/RayJob": (
        *(("spec", "rayClusterSpec", *place) for place in _RAY_CLUSTER),
        ("spec", "submitterPodTemplate"),
    ),
    "trainer.kubeflow.org/ClusterTrainingRuntime": (("spec", "template", *_REPLICATED_JOBS),),
    "trainer.kubeflow.org/TrainingRuntime": (("spec", "template", *_REPLICATED_JOBS),),
}
"""Paths of pods by `GROUP/KIND`, for kinds whose pods are validated only when a controller creates them."""

KINDS = frozenset({*_READ, *_UNREAD})
"""Kinds that hold pods, as `GROUP/KIND`."""


class Container(NamedTuple):
    """A container of a pod: init, regular or ephemeral."""

    kind: ContainerKind
    path: Path
    """Path in the object."""
    data: Data


class Pod(NamedTuple):
    """A pod or the template of one."""

    object: Object
    path: Path
    """Path in the object; empty for a Pod itself."""
    is_opaque: bool
    """True if the API server does not validate it and rejects the pods that a controller creates from it."""
    metadata: Data
    spec: Data
    containers: tuple[Container, ...]
    """Its containers in start order."""

    @property
    def is_template(self) -> bool:
        """Return True if it is a template, not a Pod."""
        return bool(self.path)

    @property
    def spec_path(self) -> Path:
        """Return the path of its `spec` in the object."""
        return (*self.path, "spec")


class UserPolicy(NamedTuple):
    """The user of a container and whether root is forbidden: of the container, else of the pod; None if unset."""

    user: object
    forbids_root: object

    @classmethod
    def of(cls, pod: Pod, container: Container) -> "UserPolicy":
        """Return the user and the policy that hold for a container."""
        shared = pod.spec.get("securityContext") or {}
        own = container.data.get("securityContext") or {}
        return cls(*((own if key in own else shared).get(key) for key in ("runAsUser", "runAsNonRoot")))


@cache_by_identity(64)
def pods(item: Object) -> tuple[Pod, ...]:
    """Return the pods of an object."""
    return tuple(_pods(item))


def _pods(item: Object) -> Iterator[Pod]:
    name = item.kind.group_kind
    for pattern in _READ.get(name) or _UNREAD.get(name, ()):
        for path, data in select(item.data, pattern):
            spec = data.get("spec", {})
            yield Pod(
                object=item,
                path=path,
                is_opaque=name in _UNREAD,
                metadata=data.get("metadata", {}),
                spec=spec,
                containers=tuple(_containers((*path, "spec"), spec)),
            )


def _containers(path: Path, spec: Data) -> Iterator[Container]:
    for kind in _KINDS:
        for place, data in list_items(path, spec, kind):
            yield Container(kind, place, data)
