"""Rejections of the children of a run, in the words of the API server."""

from collections.abc import Iterator, Sequence
from re import Match, Pattern

from render.why.event_record import EventRecord
from render.why.explanation import Evidence, of_event
from render.why.training_run import TrainingRun

_REASONS = (
    *("FailedCreate", "JobCreationFailed", "HeadlessServiceCreationFailed", "PVCCreationFailed"),
    *("FailedCreatePod", "FailedCreateService"),
)
"""Reasons of events of Jobs, JobSets and of the training operator."""


def rejections(run: TrainingRun) -> list[EventRecord]:
    """Return the events about rejected children, the latest last. A run whose pods all exist has none."""
    if run.size and len(run.live_pods) >= run.size:
        return []
    return run.events_with(*_REASONS)


def rejected_by(run: TrainingRun, pattern: Pattern[str]) -> Iterator[tuple[list[Evidence], Match[str]]]:
    """Yield the evidence of the rejections with a pattern, and the match of the latest one."""
    found = [(record, match) for record in rejections(run) if (match := pattern.search(record.message))]
    if found:
        yield _evidence([record for record, _ in found]), found[-1][1]


def _evidence(records: Sequence[EventRecord]) -> list[Evidence]:
    """Return the first and the last two as evidence: all Jobs of a run have the same."""
    chosen = [*records[:1], *records[-2:]]
    return [of_event(one) for one in chosen]
