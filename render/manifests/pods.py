"""Pods as they are written: a Pod itself, or the template of one, in whatever kind holds it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from render.kube.remembered import remembered
from render.manifests.objects import Object
from render.manifests.places import EACH, Data, Pattern, listed, places
from render.shape.mistake import Path

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
"""Where pods are, by `GROUP/KIND`, in what the API server (or, for Volcano, its webhook) validates them in."""

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
"""Where pods are in what is stored as it is: a controller makes them later, and is refused then."""

KINDS = frozenset({*_READ, *_UNREAD})
"""What has pods, as `GROUP/KIND`."""


class Container(NamedTuple):
    """One container of a pod, of whatever kind."""

    kind: ContainerKind
    path: Path
    """Into the object."""
    data: Data


class Pod(NamedTuple):
    """One pod, or the template of one."""

    object: Object
    path: Path
    """Into the object: empty for a Pod itself."""
    is_opaque: bool
    """Whether the API server stores it unread, and refuses the pods that a controller makes of it."""
    metadata: Data
    spec: Data
    containers: tuple[Container, ...]
    """In the order in which they start."""

    @property
    def is_template(self) -> bool:
        """Say whether it is no Pod itself."""
        return bool(self.path)

    @property
    def spec_path(self) -> Path:
        """Return the path of its `spec` in the object."""
        return (*self.path, "spec")


@remembered(64)
def pods(item: Object) -> tuple[Pod, ...]:
    """Return the pods of an object."""
    return tuple(_pods(item))


def _pods(item: Object) -> Iterator[Pod]:
    name = item.kind.group_kind
    for pattern in _READ.get(name) or _UNREAD.get(name, ()):
        for path, data in places(item.data, pattern):
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
        for place, data in listed(path, spec, kind):
            yield Container(kind, place, data)
