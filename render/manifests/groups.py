"""API groups and versions that objects name by mistake, and those that other releases serve."""

from collections.abc import Iterable

from render.kube.kind import Kind
from render.shape.nearest import nearest

_ALMOST = 0.9
"""Likeness from which a group is taken for a slip of the hand: one or two letters of a long one."""

_WRONG = {
    # Named after the labels of the same projects, their repositories or a part of the group.
    "jobset.sigs.k8s.io": ("jobset.x-k8s.io",),
    "jobset.k8s.io": ("jobset.x-k8s.io",),
    "kueue.sigs.k8s.io": ("kueue.x-k8s.io",),
    "kueue.k8s.io": ("kueue.x-k8s.io",),
    "volcano.sh": ("batch.volcano.sh", "scheduling.volcano.sh", "flow.volcano.sh", "topology.volcano.sh"),
    "batch.volcano.io": ("batch.volcano.sh",),
    "scheduling.volcano.io": ("scheduling.volcano.sh",),
    "kubeflow.org": ("trainer.kubeflow.org",),
    "trainer.kubeflow.org": ("kubeflow.org",),
    "training.kubeflow.org": ("kubeflow.org", "trainer.kubeflow.org"),
    "kuberay.io": ("ray.io",),
    "kuberay.ray.io": ("ray.io",),
    # Groups of Kubernetes: those of before 1.16, and full names for short ones, or short ones for full.
    "extensions": ("apps", "networking.k8s.io"),
    "core": ("",),
    "core.k8s.io": ("",),
    "apps.k8s.io": ("apps",),
    "app": ("apps",),
    "batch.k8s.io": ("batch",),
    "policy.k8s.io": ("policy",),
    "networking": ("networking.k8s.io",),
    "rbac": ("rbac.authorization.k8s.io",),
    "rbac.k8s.io": ("rbac.authorization.k8s.io",),
    "rbac.authorization": ("rbac.authorization.k8s.io",),
    "scheduling": ("scheduling.k8s.io",),
    "storage": ("storage.k8s.io",),
}
"""Groups that have no kind of the given name, with those that are meant."""

_SERVED = {
    # Training operator 1.x (https://github.com/kubeflow/trainer/tree/release-1.9/pkg/apis/kubeflow.org/v1) and
    # mpi-operator before 0.3 (https://github.com/kubeflow/mpi-operator/tree/v0.2.3/pkg/apis/kubeflow).
    "kubeflow.org/MPIJob": ("v1", "v1alpha1", "v1alpha2"),
    "kubeflow.org/PyTorchJob": ("v1alpha2", "v1beta1", "v1beta2"),
    # https://github.com/kubernetes-sigs/jobset/tree/v0.1.3/api
    "jobset.x-k8s.io/JobSet": ("v1alpha1",),
    # https://github.com/kubernetes-sigs/kueue/tree/v0.2.1/apis and, of the alpha APIs, v0.12.0/apis
    "kueue.x-k8s.io/AdmissionCheck": ("v1alpha1",),
    "kueue.x-k8s.io/ClusterQueue": ("v1alpha1", "v1alpha2"),
    "kueue.x-k8s.io/Cohort": ("v1alpha1",),
    "kueue.x-k8s.io/LocalQueue": ("v1alpha2",),
    "kueue.x-k8s.io/ResourceFlavor": ("v1alpha1", "v1alpha2"),
    "kueue.x-k8s.io/Topology": ("v1alpha1",),
    "kueue.x-k8s.io/Workload": ("v1alpha1", "v1alpha2"),
    # https://github.com/volcano-sh/apis/tree/v0.1.0/pkg/apis/scheduling
    "scheduling.volcano.sh/PodGroup": ("v1alpha1", "v1alpha2"),
    "scheduling.volcano.sh/Queue": ("v1alpha1", "v1alpha2"),
}
"""Versions that some release of the project has served, and that have no schema here."""


def has_served(kind: Kind) -> bool:
    """Say whether some release has served a version that is not known by a schema."""
    return kind.version in _SERVED.get(kind.group_kind, ())


def group_meant(group: str, known: Iterable[str]) -> str | None:
    """Return which of the groups that have a kind was meant by another one, which has none of that name.

    Only what is listed as wrong or spelled nearly alike: other projects have kinds of the same names.
    """
    groups = sorted(known)
    listed = next((meant for meant in _WRONG.get(group, ()) if meant in groups), None)
    if listed is not None or "." not in group:
        return listed
    return nearest(group, groups, _ALMOST)
