"""Put a TrainJob and its runtime together, as the plug-ins find them.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go
"""

from collections.abc import Iterator
from typing import Any

from render.kube.defaults import defaulted
from render.kube.kind import Schema
from render.kube.schemas import Schemas
from render.manifests.jobset import ReplicatedJob, jobset_name
from render.manifests.needs import requests
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training
from render.shape.mistake import at
from render.trainer.go_types import kept
from render.trainer.patches import patched, propagated
from render.trainer.plugins.mpi import runs_launcher_as_node
from render.trainer.podset import TRAINER, PodSet
from render.trainer.release import Release
from render.trainer.resources import merged
from render.trainer.work import Work


def assembled(training: Training, release: Release) -> Work:
    """Return a TrainJob and its runtime with the defaults of their definitions, patched. Raises OSError, ValueError."""
    job_schema, runtime_schema = schema_of(training.job, release), schema_of(training.runtime, release)
    job = _spec(training.job, job_schema)
    runtime = _spec(training.runtime, runtime_schema)
    template = runtime.get("template", {})
    spec = kept(at(runtime_schema, (*_SPEC, "template", "properties", "spec")) or {}, template.get("spec", {}))
    work = Work(
        training=training,
        release=release,
        name=jobset_name(training.job.data),
        namespace=training.job.data.get("metadata", {}).get("namespace"),
        job=job,
        runtime=runtime,
        labels=propagated("labels", template, job),
        annotations=propagated("annotations", template, job),
        spec=patched(spec, job, at(job_schema, ("properties", "spec")) or {}),
        sets=[],
        command=(job.get("trainer") or {}).get("command"),
    )
    work.sets.extend(_sets(work))
    return work


_SPEC = ("properties", "spec", "properties")


def schema_of(item: Object, release: Release) -> Schema:
    """Return the schema of an object's kind in a release; an empty one where there is none."""
    validator = Schemas(trainer=release.value).find(item.kind)
    return {} if validator is None else validator.schema


def _spec(item: Object, schema: Schema) -> Data:
    found: Data = defaulted(at(schema, ("properties", "spec")) or {}, item.data.get("spec", {}))
    return found


def _sets(work: Work) -> Iterator[PodSet]:
    for data in work.spec.get("replicatedJobs", ()):
        job = ReplicatedJob((), data)
        nodes = work.policy is not None and job.step == TRAINER
        count = work.policy.get("numNodes", 1) if work.policy is not None and nodes else job.parallelism
        if work.release.merges_resources:
            _merge_resources(work, job)
        yield PodSet(data, max(int(count), 1), requests(job.pod))


def _merge_resources(work: Work, job: ReplicatedJob) -> None:
    """Merge what the TrainJob asks for into the container that trains, unless the runtime has no `mlPolicy` at all."""
    asked = (work.trainer or {}).get("resourcesPerNode")
    is_node = job.step == TRAINER or (job.name == NODE and runs_launcher_as_node(work))
    if asked is None or work.policy is None or not is_node:
        return
    containers: list[dict[str, Any]] = [one for one in job.pod.get("containers", ()) if one.get("name") == NODE]
    for container in containers[:1]:
        container["resources"] = merged(container.get("resources", {}), asked)
