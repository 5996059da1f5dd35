"""The replicated jobs of a runtime that TrainJobs configure."""

from collections.abc import Iterator

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import GROUP

_STEPS = ("dataset-initializer", "model-initializer", "trainer")
_UNCHECKED = f"{GROUP}/webhook-validation"
"""The label that keeps a runtime from the webhook, where it is `disabled`."""


def parts(item: Object) -> Iterator[tuple[ReplicatedJob, str]]:
    """Yield the jobs, each with the part of a TrainJob that configures it."""
    if item.data.get("metadata", {}).get("labels", {}).get(_UNCHECKED) == "disabled":
        return
    template = item.data.get("spec", {}).get("template", {})
    for job in replicated_jobs(template, ("spec", "template")):
        if job.step in _STEPS:
            yield job, job.step
