"""The volumes that the containers of a pod can mount."""

from collections.abc import Iterator

from render.manifests.places import EACH, Data, Pattern, places
from render.manifests.pods import Pod

_CLAIMS = ("spec", "volumeClaimPolicies", EACH, "templates", EACH, "metadata")
_ADDED: dict[str, Pattern] = {
    "apps/StatefulSet": ("spec", "volumeClaimTemplates", EACH, "metadata"),
    "jobset.x-k8s.io/JobSet": _CLAIMS,
    "trainer.kubeflow.org/ClusterTrainingRuntime": ("spec", "template", *_CLAIMS),
    "trainer.kubeflow.org/TrainingRuntime": ("spec", "template", *_CLAIMS),
}
"""The metadata of the claims that a kind's controller makes a volume of, named as they are."""


def declared(pod: Pod) -> dict[str, Data]:
    """Return the volumes by name: those of the pod, and those that its controller adds."""
    return {**dict(_added(pod)), **{volume.get("name", ""): volume for volume in pod.spec.get("volumes", ())}}


def _added(pod: Pod) -> Iterator[tuple[str, Data]]:
    pattern = _ADDED.get(pod.object.kind.group_kind)
    for _, metadata in places(pod.object.data, pattern) if pattern else ():
        name = metadata.get("name", "")
        yield name, {"name": name, "persistentVolumeClaim": {"claimName": name}}
