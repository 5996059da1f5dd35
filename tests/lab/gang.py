"""What the pods of a gang do, and what its scheduler says of them."""

from typing import Any

from tests.lab.run import Run


def bound(run: Run) -> list[str]:
    """Return the nodes of a run's pods, for pods that have one."""
    return [pod["spec"]["nodeName"] for pod in run.pods() if "nodeName" in pod["spec"]]


def running(run: Run) -> int:
    """Return how many pods run and are not about to end."""
    pods = [pod for pod in run.pods() if "deletionTimestamp" not in pod["metadata"]]
    return sum(pod["status"]["phase"] == "Running" for pod in pods)


def refusals(run: Run) -> list[str]:
    """Return what the scheduler says against each pod for which it found no node."""
    conditions = [one for pod in run.pods() for one in pod["status"].get("conditions", [])]
    return [one.get("message", "") for one in conditions if one["type"] == "PodScheduled" and one["status"] == "False"]


def workload(run: Run) -> dict[str, Any]:
    """Return the conditions of a run's Workload by type; nothing if there is none."""
    answer = run.server.get("/apis/kueue.x-k8s.io/v1beta2/namespaces/default/workloads")
    owned = [one for one in answer.body.get("items", []) if one["metadata"]["ownerReferences"][0]["name"] == run.name]
    return {one["type"]: one for item in owned for one in item.get("status", {}).get("conditions", [])}


def is_refused_by_volcano(run: Run) -> bool:
    """Return True if Volcano has found no room for a run's PodGroup."""
    path = f"/apis/scheduling.volcano.sh/v1beta1/namespaces/default/podgroups/{run.name}"
    status = run.server.get(path).body.get("status")
    conditions = status.get("conditions", []) if isinstance(status, dict) else []  # a text where there is no PodGroup
    return any(one["type"] == "Unschedulable" for one in conditions)


def is_refused(run: Run, nodes: int) -> bool:
    """Return True if the scheduler has looked at all pods of a run and refused some, or a queue has refused the run."""
    reserved = workload(run).get("QuotaReserved", {}).get("status")
    refused = len(refusals(run))
    return reserved == "False" or is_refused_by_volcano(run) or (refused > 0 and refused + len(bound(run)) == nodes)
