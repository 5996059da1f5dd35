"""The PodGroup that Kubeflow Trainer makes, as the scheduler of a spec."""

from collections.abc import Sequence
from typing import Any

from render.importers.parts import gang
from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.manifests.places import Data
from render.spec.codes import CARRIED_OTHERWISE

_VOLCANO = "scheduling.volcano.sh/"


def of(objects: Sequence[Data], owners: Sequence[Rest], templates: Sequence[Rest], notes: Notes) -> dict[str, Any]:
    """Take what binds the pods of a run to each other.

    `owners` are the metadata of the TrainJob and of its JobSet, `templates` those of the pods, that of the nodes first.
    """
    groups = [item for item in objects if item["kind"] == "PodGroup"]
    pods = [template.below("spec") for template in templates]
    scheduler = pods[0].data.get("schedulerName")
    found: dict[str, Any] = next((start for owner in owners if (start := gang.kueue(owner))), {})
    for group in groups:
        for template in templates:
            gang.unbind(template.below("metadata"))
        found = found or _of_group(group, pods[0], scheduler)
    if not found and scheduler == gang.VOLCANO:
        message = "without a PodGroup Volcano makes one for each pod; all nodes of the run start together now"
        notes.add(CARRIED_OTHERWISE, pods[0].path, message)
        found = gang.volcano(owners[-1].below("annotations").take(gang.VOLCANO_QUEUE), None, None)
    if found.get("scheduler") == gang.VOLCANO:
        owners[-1].below("annotations").take(gang.VOLCANO_QUEUE)
    own = (found.get("coscheduling", {}).get("schedulerName"), gang.COSCHEDULING, gang.VOLCANO)
    for pod in pods:
        pod.settle("schedulerName", "default-scheduler", *(own if found else ()))
    return found


def _of_group(group: Data, pod: Rest, scheduler: str | None) -> dict[str, Any]:
    spec = group.get("spec", {})
    if group["apiVersion"].startswith(_VOLCANO):
        priority = spec.get("priorityClassName")
        return gang.volcano(spec.get("queue"), priority, pod.data.get("priorityClassName"), spec.get("networkTopology"))
    if scheduler in (None, "default-scheduler"):
        scheduler = gang.COSCHEDULING
    return gang.coscheduling(scheduler, spec.get("scheduleTimeoutSeconds"))
