"""What makes the pods start together, as the scheduler of a spec."""

from collections.abc import Sequence
from typing import Any

from render.importers.parts.rest import Rest
from render.importers.parts.result import said

QUEUE_LABEL, PRIORITY_LABEL = "kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/priority-class"
"""By which Kueue takes an object (https://kueue.sigs.k8s.io/docs/reference/labels-and-annotations/)."""

VOLCANO_QUEUE = "scheduling.volcano.sh/queue-name"
"""Annotation that names the queue of a PodGroup which a controller makes."""

_BOUND = {"labels": "scheduling.x-k8s.io/pod-group", "annotations": "scheduling.k8s.io/group-name"}
"""What binds a pod to its PodGroup."""

VOLCANO, COSCHEDULING = "volcano", "scheduler-plugins-scheduler"
"""Names of the schedulers, as their projects install them."""


def kueue(metadata: Rest) -> dict[str, Any]:
    """Take the queue of an object that Kueue admits."""
    labels = metadata.below("labels")
    if QUEUE_LABEL not in labels.data:
        return {}
    queue = {"queue": labels.take(QUEUE_LABEL), "priorityClass": labels.take(PRIORITY_LABEL)}
    return {"scheduler": "kueue", "kueue": said(queue)}


def volcano(queue: str | None, priority: str | None, pod_priority: str | None, topology: Any = None) -> dict[str, Any]:
    """Return the sections of a gang that Volcano starts."""
    section = said(
        {
            "queue": None if queue == "default" else queue,
            "priorityClassName": None if priority == pod_priority else priority,
            "networkTopology": {key: value for key, value in (topology or {}).items() if value != "hard"},
        }
    )
    return said({"scheduler": "volcano", "volcano": section})


def coscheduling(scheduler: str | None, timeout: int | None) -> dict[str, Any]:
    """Return the sections of a gang that the coscheduling plug-in starts."""
    section = said(
        {
            "schedulerName": None if scheduler == COSCHEDULING else scheduler,
            "scheduleTimeoutSeconds": None if timeout == 60 else timeout,
        }
    )
    return said({"scheduler": "coscheduling", "coscheduling": section})


def of_operator(item: Rest, pods: Sequence[Rest], total: int) -> dict[str, Any]:
    """Take how the Training Operator or the MPI operator has a job scheduled.

    `total` is the number of its pods without which it can't run.
    """
    policy, metadata = item.below("spec", "runPolicy", "schedulingPolicy"), item.below("metadata")
    policy.settle("minAvailable", total)
    if QUEUE_LABEL in metadata.data.get("labels", {}):
        item.below("spec", "runPolicy").take("suspend")
        return kueue(metadata)
    annotations = metadata.below("annotations")
    queue = policy.data.get("queue") or annotations.data.get(VOLCANO_QUEUE)
    scheduler = next((pod.data["schedulerName"] for pod in pods if "schedulerName" in pod.data), None)
    if scheduler == VOLCANO or (queue and not scheduler):
        policy.take("queue") or annotations.take(VOLCANO_QUEUE)
        found = volcano(queue, policy.take("priorityClass"), pods[0].data.get("priorityClassName"))
    elif scheduler and "scheduler-plugins" in scheduler:
        found = coscheduling(scheduler, policy.take("scheduleTimeoutSeconds"))
    else:
        found = {}
    for pod in pods:
        pod.settle("schedulerName", "default-scheduler", *([scheduler] if found else []))
    return found


def unbind(metadata: Rest) -> None:
    """Take what binds a pod to the PodGroup of its run, since the chart writes its own."""
    for marks, key in _BOUND.items():
        metadata.below(marks).take(key)
