"""The labels of pods in the cluster: those of their template, and those that controllers add."""

from collections.abc import Iterator, Mapping

from render.manifests.objects import object_name
from render.manifests.pods import Pod

_JOBSET = "jobset.sigs.k8s.io"


def labels(pod: Pod) -> Mapping[str, str]:
    """Return the labels of a pod that are known in advance and the same in all of its replicas."""
    return {**pod.metadata.get("labels", {}), **dict(_added(pod))}


def _added(pod: Pod) -> Iterator[tuple[str, str]]:
    item, owner = pod.object, object_name(pod.object)
    if owner is None:
        return
    match item.kind.name, pod.path:
        case "JobSet", (_, _, int() as index, *_):
            yield f"{_JOBSET}/jobset-name", owner
            yield f"{_JOBSET}/replicatedjob-name", item.data["spec"]["replicatedJobs"][index].get("name", "")
        case "Job", (_, _, int() as index, *_):
            yield "volcano.sh/job-name", owner
            yield "volcano.sh/task-spec", item.data["spec"]["tasks"][index].get("name", "")
        case "Job", _:
            yield from (("job-name", owner), ("batch.kubernetes.io/job-name", owner))
        case (("PyTorchJob" | "MPIJob"), _):
            yield "training.kubeflow.org/job-name", owner
