"""References to replicated jobs."""

from collections.abc import Iterable, Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._names import named
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding
from render.shape.mistake import Path


def unknown(item: Object, references: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    """Yield each reference to a replicated job that the JobSet has not."""
    known = {job.name for job in replicated_jobs(item.data)}
    for place, name in references:
        if name not in known:
            why = f"invalid replicatedJob name '{name}' does not appear in .spec.replicatedJobs"
            yield invalid(place, name, why, f"the replicated jobs: {named(known)}")
