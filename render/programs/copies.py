"""How many pods are made of a template."""

from render.manifests.pods import Pod
from render.shape.mistake import at


def copies(pod: Pod) -> int | None:
    """Return how many pods are made of a template; None where another object decides, or nobody knows."""
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


def nodes(pod: Pod, *, knows_others: bool) -> int | None:
    """Return how many pods make one run; None where they may each be a run of their own, or another object decides.

    `knows_others` says that a container's command or variables speak of other nodes.
    """
    count = copies(pod)
    if count is None or count < 2:
        return count
    is_gang = is_member(pod) or (pod.object.kind.name == "JobSet" and _parallelism(pod) > 1)
    is_one = knows_others or is_gang or "subdomain" in pod.spec
    return count if is_one else None


def is_member(pod: Pod) -> bool:
    """Say whether a controller makes one run of all pods of the object, and tells them about each other."""
    return pod.object.kind.name == "PyTorchJob"


def _of_operator(pod: Pod) -> int | None:
    """Return the pods of one role of a PyTorchJob, an MPIJob or a Ray cluster, unless their number may change."""
    data, holder = pod.object.data, at(pod.object.data, pod.path[:-1])
    match pod.path:
        case (_, "mpiReplicaSpecs" | "pytorchReplicaSpecs", _, _):
            return None if "elasticPolicy" in data["spec"] else int(holder.get("replicas", 1))
        case (*_, "workerGroupSpecs", int(), "template"):
            is_scaled = at(data, pod.path[:-3]).get("enableInTreeAutoscaling")
            return None if is_scaled else int(holder.get("replicas", 0)) * int(holder.get("numOfHosts", 1))
    return 1


def _parallelism(pod: Pod) -> int:
    """Return the pods of one Job of a JobSet."""
    job = pod.object.data["spec"]["replicatedJobs"][pod.path[2]]
    return int(job["template"]["spec"].get("parallelism", 1))
