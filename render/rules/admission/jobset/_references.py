"""Check references to replicated jobs."""

from collections.abc import Iterable, Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission._names import format_names
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_references(item: Object, references: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    """Yield a finding for each reference to a replicated job that the JobSet does not have."""
    known = {job.name for job in replicated_jobs(item.data)}
    for place, name in references:
        if name not in known:
            why = f"invalid replicatedJob name '{name}' does not appear in .spec.replicatedJobs"
            yield invalid(place, name, why, f"the replicated jobs: {format_names(known)}")
