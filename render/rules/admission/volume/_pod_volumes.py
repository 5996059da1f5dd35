"""Volumes that the containers of a pod can mount."""

from collections.abc import Iterator

from render.manifests.paths import EACH, Data, Pattern, select
from render.manifests.pods import Pod

_CLAIMS = ("spec", "volumeClaimPolicies", EACH, "templates", EACH, "metadata")
_CLAIM_TEMPLATES: dict[str, Pattern] = {
    "apps/StatefulSet": ("spec", "volumeClaimTemplates", EACH, "metadata"),
    "jobset.x-k8s.io/JobSet": _CLAIMS,
    "trainer.kubeflow.org/ClusterTrainingRuntime": ("spec", "template", *_CLAIMS),
    "trainer.kubeflow.org/TrainingRuntime": ("spec", "template", *_CLAIMS),
}
"""By kind: the metadata of the claims for which its controller adds a volume of the same name."""


_OPERATOR_VOLUMES = {
    # https://github.com/kubeflow/mpi-operator/blob/v0.8.0/pkg/controller/mpi_job_controller.go,
    # https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/mpi/mpijob.go
    "kubeflow.org/MPIJob": ("mpi-job-config", "mpi-job-kubectl", "ssh-auth"),
    # https://github.com/ray-project/kuberay/blob/v1.6.2/ray-operator/controllers/ray/common/pod.go
    "ray.io/RayCluster": ("ray-logs", "ray-token", "shared-mem"),
}
"""By kind: the volumes that its operator adds to the pods."""
_OPERATOR_VOLUMES |= dict.fromkeys(("ray.io/RayJob", "ray.io/RayService"), _OPERATOR_VOLUMES["ray.io/RayCluster"])


def pod_volumes(pod: Pod) -> dict[str, Data]:
    """Return the volumes by name: the pod's own, and those that its controller adds."""
    return {
        **dict(_controller_volumes(pod)),
        **{volume.get("name", ""): volume for volume in pod.spec.get("volumes", ())},
    }


def _controller_volumes(pod: Pod) -> Iterator[tuple[str, Data]]:
    yield from ((name, {"name": name}) for name in _OPERATOR_VOLUMES.get(pod.object.kind.group_kind, ()))
    pattern = _CLAIM_TEMPLATES.get(pod.object.kind.group_kind)
    for _, metadata in select(pod.object.data, pattern) if pattern else ():
        name = metadata.get("name", "")
        yield name, {"name": name, "persistentVolumeClaim": {"claimName": name}}
