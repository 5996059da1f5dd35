"""Number of pods that a template creates."""

from render.manifests.pods import Pod
from render.schema_errors.error import get_path


def replica_count(pod: Pod) -> int | None:
    """Return the number of pods of a template; None if another object decides or it is unknown."""
    data = pod.object.data
    match pod.object.kind.group, pod.object.kind.name, pod.path:
        case "batch", "Job", _:
            return int(data.get("spec", {}).get("parallelism", 1))
        case "jobset.x-k8s.io", "JobSet", (_, _, int() as index, *_):
            job = data["spec"]["replicatedJobs"][index]
            return int(job.get("replicas", 1) * job["template"].get("spec", {}).get("parallelism", 1))
        case "batch.volcano.sh", "Job", (_, _, int() as index, *_):
            return int(data["spec"]["tasks"][index].get("replicas", 1))
        case "kubeflow.org" | "ray.io", _, _:
            return _of_operator(pod)
        case "", "Pod", _:
            return 1
    return None


def node_count(pod: Pod, *, knows_others: bool) -> int | None:
    """Return the number of pods in one run; None if each pod may be a run of its own or another object decides.

    `knows_others`: a container's command or variables refer to other nodes.
    """
    count = replica_count(pod)
    if count is None or count < 2:
        return count
    is_one_object = is_gang_member(pod) or (pod.object.kind.name == "JobSet" and _parallelism(pod) > 1)
    is_one = knows_others or is_one_object or "subdomain" in pod.spec
    return count if is_one else None


def is_gang_member(pod: Pod) -> bool:
    """Return True if a controller makes one run of all pods of the object and sets their rendezvous variables."""
    return pod.object.kind.name == "PyTorchJob"


def _of_operator(pod: Pod) -> int | None:
    """Return the pods of one role of a PyTorchJob, MPIJob or Ray cluster; None if their number may change."""
    data, holder = pod.object.data, get_path(pod.object.data, pod.path[:-1])
    match pod.path:
        case (_, "mpiReplicaSpecs" | "pytorchReplicaSpecs", _, _):
            return None if "elasticPolicy" in data["spec"] else int(holder.get("replicas", 1))
        case (*_, "workerGroupSpecs", int(), "template"):
            is_scaled = get_path(data, pod.path[:-3]).get("enableInTreeAutoscaling")
            return None if is_scaled else int(holder.get("replicas", 0)) * int(holder.get("numOfHosts", 1))
    return 1


def _parallelism(pod: Pod) -> int:
    """Return the parallelism of a JobSet's Job."""
    job = pod.object.data["spec"]["replicatedJobs"][pod.path[2]]
    return int(job["template"]["spec"].get("parallelism", 1))
