"""Warnings of pods that have a node and did not start."""

from collections.abc import Iterator
from re import Match, Pattern

from render.why.event_record import EventRecord
from render.why.explanation import Evidence, of_event
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun


def pods_with(
    run: TrainingRun, pattern: Pattern[str], *reasons: str
) -> Iterator[tuple[PodState, EventRecord, Match[str]]]:
    """Yield the pending pods that have a warning with one of these reasons and a pattern, each with the latest."""
    for pod in run.pending_pods:
        for record in reversed(run.events_with(*reasons, of=[pod])):
            if found := pattern.search(record.message):
                yield pod, record, found
                break


def evidence_of_events(records: list[EventRecord]) -> list[Evidence]:
    """Return the first two events as evidence: those of other pods are alike."""
    return [of_event(one) for one in records[:2]]
