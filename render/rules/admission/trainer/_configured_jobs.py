"""Replicated jobs of a runtime that TrainJobs configure."""

from collections.abc import Iterator

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import GROUP

_STEPS = ("dataset-initializer", "model-initializer", "trainer")
_WEBHOOK_LABEL = f"{GROUP}/webhook-validation"
"""The label that turns the webhook off for a runtime if its value is `disabled`."""


def configured_jobs(item: Object) -> Iterator[tuple[ReplicatedJob, str]]:
    """Yield the jobs, each with its step: the part of a TrainJob that configures it."""
    if item.data.get("metadata", {}).get("labels", {}).get(_WEBHOOK_LABEL) == "disabled":
        return
    template = item.data.get("spec", {}).get("template", {})
    for job in replicated_jobs(template, ("spec", "template")):
        if job.step in _STEPS:
            yield job, job.step
