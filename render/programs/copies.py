"""How many pods are made of a template."""

from render.manifests.pods import Pod


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
    is_gang = pod.object.kind.name == "JobSet" and _parallelism(pod) > 1
    is_one = knows_others or is_gang or "subdomain" in pod.spec
    return count if is_one else None


def _parallelism(pod: Pod) -> int:
    """Return the pods of one Job of a JobSet."""
    job = pod.object.data["spec"]["replicatedJobs"][pod.path[2]]
    return int(job["template"]["spec"].get("parallelism", 1))
