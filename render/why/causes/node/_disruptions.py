"""Pods of a run that were ended from outside."""

from render.why.cluster_object import Condition
from render.why.explanation import Evidence, of_condition, of_event
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun


def disrupted(run: TrainingRun, *reasons: str) -> list[tuple[PodState, Condition]]:
    """Return the pods with the condition `DisruptionTarget` for one of these reasons."""
    found = ((pod, pod.object.condition("DisruptionTarget")) for pod in run.pods)
    return [(pod, one) for pod, one in found if one is not None and one.is_true and one.reason in reasons]


def is_lost(run: TrainingRun, pod: PodState) -> bool:
    """Return True if the kubelet of the pod's node has stopped to report."""
    node = run.index.find("/Node", "", pod.node)
    ready = node.condition("Ready") if node is not None else None
    return (ready is not None and ready.status == "Unknown") or pod.reason == "NodeLost"


def evidence_of(run: TrainingRun, rows: list[tuple[PodState, Condition]], *events: str) -> list[Evidence | None]:
    """Return the conditions and the events with these reasons, also of pods that are gone, and of the JobSet."""
    conditions = [of_condition(pod.object, one) for pod, one in rows[:3]]
    records = [one for one in run.pod_events if one.reason in events]
    return [*conditions, *(of_event(one) for one in records[-3:]), *restart_evidence(run)]


def restart_evidence(run: TrainingRun) -> list[Evidence]:
    """Return the last two events about failures and restarts of Jobs and JobSet."""
    words = ("PodFailurePolicy", "BackoffLimitExceeded", "Restarting")
    records = [
        one for one in run.events(*run.objects) if one.reason.startswith(("FailurePolicy", "RestartJobSet", *words))
    ]
    return [of_event(one) for one in records[-2:]]
