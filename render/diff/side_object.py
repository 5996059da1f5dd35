"""Objects of a comparison, and the kinds of runs and of what belongs to them, as `GROUP/KIND`."""

from typing import Any, NamedTuple

from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object, object_name, object_namespace

RUNS = frozenset(
    (
        "batch.volcano.sh/Job",
        "batch/Job",
        "jobset.x-k8s.io/JobSet",
        "kubeflow.org/MPIJob",
        "kubeflow.org/PyTorchJob",
        "ray.io/RayJob",
        "trainer.kubeflow.org/TrainJob",
    )
)
"""Kinds of runs: deleting one ends a training."""

CLAIM = "/PersistentVolumeClaim"
GANG = "PodGroup"
"""A kind of three groups: Volcano's, scheduler-plugins' and Kubernetes'."""


_HOOKS = ("helm.sh/hook", "argocd.argoproj.io/hook")


class SideObject(NamedTuple):
    """An object and its source."""

    source: str
    """Path of the file below the named folder; empty if a file was named."""
    object: Object
    default_namespace: str
    """Namespace of objects without one."""

    @property
    def kind(self) -> GroupVersionKind:
        """Return its kind."""
        return self.object.kind

    @property
    def data(self) -> dict[str, Any]:
        """Return its data."""
        return self.object.data

    @property
    def name(self) -> str:
        """Return its name; empty if the API server generates it."""
        return object_name(self.object) or ""

    @property
    def namespace(self) -> str:
        """Return its namespace or the default one."""
        return object_namespace(self.object) or self.default_namespace

    @property
    def written_namespace(self) -> str | None:
        """Return its namespace if it is written; the object may be cluster-scoped otherwise."""
        return object_namespace(self.object)

    @property
    def identity(self) -> tuple[str, str, str]:
        """Return its identity in a cluster, independent of the API version."""
        return self.kind.group_kind, self.namespace, self.name

    @property
    def annotations(self) -> dict[str, Any]:
        """Return its annotations."""
        found = self.data.get("metadata", {}).get("annotations")
        return found if isinstance(found, dict) else {}

    @property
    def is_hook(self) -> bool:
        """Return True for a hook of Helm or Argo CD."""
        return any(key in self.annotations for key in _HOOKS)
