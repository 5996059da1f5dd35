"""Gang scheduling: queues and PodGroups as the scheduler of a spec."""

from collections.abc import Sequence
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.manifests.paths import Data
from render.spec.codes import CARRIED_OTHERWISE

QUEUE_LABEL, PRIORITY_LABEL = "kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/priority-class"
"""Labels that Kueue reads (https://kueue.sigs.k8s.io/docs/reference/labels-and-annotations/)."""

VOLCANO_QUEUE = "scheduling.volcano.sh/queue-name"
"""Annotation with the queue of a PodGroup that a controller creates."""

_BOUND = {"labels": "scheduling.x-k8s.io/pod-group", "annotations": "scheduling.k8s.io/group-name"}
"""The label and the annotation that bind a pod to its PodGroup."""

VOLCANO, COSCHEDULING = "volcano", "scheduler-plugins-scheduler"
"""Names of the schedulers in their projects' manifests."""


def consume_kueue(metadata: RemainingFields) -> dict[str, Any]:
    """Consume the queue of an object that Kueue admits."""
    labels = metadata.section("labels")
    if QUEUE_LABEL not in labels.data:
        return {}
    queue = {"queue": labels.consume(QUEUE_LABEL), "priorityClass": labels.consume(PRIORITY_LABEL)}
    return {"scheduler": "kueue", "kueue": drop_empty(queue)}


def volcano_sections(
    queue: str | None, priority: str | None, pod_priority: str | None, topology: Any = None
) -> dict[str, Any]:
    """Return the sections of a spec for Volcano."""
    section = drop_empty(
        {
            "queue": None if queue == "default" else queue,
            "priorityClassName": None if priority == pod_priority else priority,
            "networkTopology": {key: value for key, value in (topology or {}).items() if value != "hard"},
        }
    )
    return drop_empty({"scheduler": "volcano", "volcano": section})


def coscheduling_sections(scheduler: str | None, timeout: int | None) -> dict[str, Any]:
    """Return the sections of a spec for the coscheduling plug-in."""
    section = drop_empty(
        {
            "schedulerName": None if scheduler == COSCHEDULING else scheduler,
            "scheduleTimeoutSeconds": None if timeout == 60 else timeout,
        }
    )
    return drop_empty({"scheduler": "coscheduling", "coscheduling": section})


def consume_operator_gang(item: RemainingFields, pods: Sequence[RemainingFields], total: int) -> dict[str, Any]:
    """Consume the scheduling policy of the Training Operator or of the MPI operator.

    `total` is the smallest number of pods that can run.
    """
    policy, metadata = item.section("spec", "runPolicy", "schedulingPolicy"), item.section("metadata")
    policy.drop_if("minAvailable", total)
    if QUEUE_LABEL in metadata.data.get("labels", {}):
        item.section("spec", "runPolicy").consume("suspend")
        return consume_kueue(metadata)
    annotations = metadata.section("annotations")
    queue = policy.data.get("queue") or annotations.data.get(VOLCANO_QUEUE)
    scheduler = next((pod.data["schedulerName"] for pod in pods if "schedulerName" in pod.data), None)
    if scheduler == VOLCANO or (queue and not scheduler):
        policy.consume("queue") or annotations.consume(VOLCANO_QUEUE)
        found = volcano_sections(queue, policy.consume("priorityClass"), pods[0].data.get("priorityClassName"))
    elif scheduler and "scheduler-plugins" in scheduler:
        found = coscheduling_sections(scheduler, policy.consume("scheduleTimeoutSeconds"))
    else:
        found = {}
    for pod in pods:
        pod.drop_if("schedulerName", "default-scheduler", *([scheduler] if found else []))
    return found


def drop_pod_group_marks(metadata: RemainingFields) -> None:
    """Drop the label and the annotation that bind a pod to the PodGroup of its run; the chart writes its own."""
    for marks, key in _BOUND.items():
        metadata.section(marks).consume(key)


_VOLCANO = "scheduling.volcano.sh/"


def consume_trainer_gang(
    objects: Sequence[Data], owners: Sequence[RemainingFields], templates: Sequence[RemainingFields], notes: ImportNotes
) -> dict[str, Any]:
    """Consume the PodGroup that Kubeflow Trainer creates, or the queue of a run.

    `owners` are the metadata of the TrainJob and of its JobSet, `templates` those of the pods, that of the nodes first.
    """
    groups = [item for item in objects if item["kind"] == "PodGroup"]
    pods = [template.section("spec") for template in templates]
    scheduler = pods[0].data.get("schedulerName")
    found: dict[str, Any] = next((start for owner in owners if (start := consume_kueue(owner))), {})
    for group in groups:
        for template in templates:
            drop_pod_group_marks(template.section("metadata"))
        found = found or _of_group(group, pods[0], scheduler)
    if not found and scheduler == VOLCANO:
        message = "Volcano made a PodGroup for each pod; now all nodes of the run start together"
        notes.add(CARRIED_OTHERWISE, pods[0].path, message)
        found = volcano_sections(owners[-1].section("annotations").consume(VOLCANO_QUEUE), None, None)
    if found.get("scheduler") == VOLCANO:
        owners[-1].section("annotations").consume(VOLCANO_QUEUE)
    own = (found.get("coscheduling", {}).get("schedulerName"), COSCHEDULING, VOLCANO)
    for pod in pods:
        pod.drop_if("schedulerName", "default-scheduler", *(own if found else ()))
    return found


def _of_group(group: Data, pod: RemainingFields, scheduler: str | None) -> dict[str, Any]:
    spec = group.get("spec", {})
    if group["apiVersion"].startswith(_VOLCANO):
        priority = spec.get("priorityClassName")
        return volcano_sections(
            spec.get("queue"), priority, pod.data.get("priorityClassName"), spec.get("networkTopology")
        )
    if scheduler in (None, "default-scheduler"):
        scheduler = COSCHEDULING
    return coscheduling_sections(scheduler, spec.get("scheduleTimeoutSeconds"))
