"""Merge a TrainJob and its runtime into the context of the plug-ins.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from render.kube.gvk import Schema
from render.kube.schemas import Schemas
from render.kube.server_defaults import with_defaults
from render.manifests.jobset import ReplicatedJob, jobset_name
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.pod_resources import exact_requests
from render.manifests.trainjob import NODE, Training
from render.schema_errors.error import get_path
from render.trainer.context import TRAINER, ExpansionContext, PodSet
from render.trainer.go_types import to_go
from render.trainer.plugins.mpi import runs_launcher_as_node
from render.trainer.release import TrainerRelease
from render.trainer.resources import merge_resources
from render.trainer.strategic_merge import strategic_merge


def assemble(training: Training, release: TrainerRelease) -> ExpansionContext:
    """Return the context of a TrainJob and its runtime, with the defaults of their CRDs and the TrainJob's patches.

    Raises OSError, ValueError.
    """
    job_schema, runtime_schema = find_schema(training.job, release), find_schema(training.runtime, release)
    job = _spec(training.job, job_schema)
    runtime = _spec(training.runtime, runtime_schema)
    template = runtime.get("template", {})
    spec = to_go(get_path(runtime_schema, (*_SPEC, "template", "properties", "spec")) or {}, template.get("spec", {}))
    work = ExpansionContext(
        training=training,
        release=release,
        name=jobset_name(training.job.data),
        namespace=training.job.data.get("metadata", {}).get("namespace"),
        job=job,
        runtime=runtime,
        labels=propagate_metadata("labels", template, job),
        annotations=propagate_metadata("annotations", template, job),
        spec=apply_patches(spec, job, get_path(job_schema, ("properties", "spec")) or {}),
        sets=[],
        command=(job.get("trainer") or {}).get("command"),
    )
    work.sets.extend(_sets(work))
    return work


_SPEC = ("properties", "spec", "properties")


def find_schema(item: Object, release: TrainerRelease) -> Schema:
    """Return the schema of an object's kind in a release; an empty one if there is none."""
    validator = Schemas(trainer=release.value).find(item.kind)
    return {} if validator is None else validator.schema


def _spec(item: Object, schema: Schema) -> Data:
    found: Data = with_defaults(get_path(schema, ("properties", "spec")) or {}, item.data.get("spec", {}))
    return found


def _sets(work: ExpansionContext) -> Iterator[PodSet]:
    for data in work.spec.get("replicatedJobs", ()):
        job = ReplicatedJob((), data)
        nodes = work.policy is not None and job.step == TRAINER
        count = work.policy.get("numNodes", 1) if work.policy is not None and nodes else job.parallelism
        if work.release.merges_resources:
            _merge_resources(work, job)
        yield PodSet(data, max(int(count), 1), exact_requests(job.pod))


def _merge_resources(work: ExpansionContext, job: ReplicatedJob) -> None:
    """Merge `resourcesPerNode` of the TrainJob into the training container, unless the runtime has no `mlPolicy`."""
    wanted = (work.trainer or {}).get("resourcesPerNode")
    is_node = job.step == TRAINER or (job.name == NODE and runs_launcher_as_node(work))
    if wanted is None or work.policy is None or not is_node:
        return
    containers: list[dict[str, Any]] = [one for one in job.pod.get("containers", ()) if one.get("name") == NODE]
    for container in containers[:1]:
        container["resources"] = merge_resources(container.get("resources", {}), wanted)


_IN_PATCH = ("trainingRuntimeSpec", "template")


def apply_patches(spec: dict[str, Any], job: Data, schema: Schema) -> dict[str, Any]:
    """Return the spec of a JobSet with a TrainJob's patches in it, one after the other.

    `job` is the TrainJob's spec, `schema` its schema. Items that a runtime doesn't have are added at the front.
    """
    order = [one.get("name") for one in spec.get("replicatedJobs", ())]
    for patch in _patches("runtimePatches", job, schema):
        changes = get_path(patch, (*_IN_PATCH, "spec"))
        spec = strategic_merge(spec, changes) if changes else spec
    for override in _patches("podTemplateOverrides", job, schema):
        spec = strategic_merge(spec, {"replicatedJobs": list(_overrides(override, order))})
    jobs = spec.get("replicatedJobs", ())
    return {**spec, "replicatedJobs": sorted(jobs, key=lambda one: _position(one, order))}


def propagate_metadata(kind: str, template: Data, job: Data) -> dict[str, str]:
    """Return the labels or annotations of a JobSet: those of the runtime's template, then those of the TrainJob."""
    patches = (get_path(patch, (*_IN_PATCH, "metadata", kind)) for patch in job.get("runtimePatches", ()))
    found: dict[str, str] = {}
    for labels in (get_path(template, ("metadata", kind)), *patches, job.get(kind)):
        found |= labels or {}
    return found


def _patches(key: str, job: Data, schema: Schema) -> Iterator[Data]:
    """Yield the items of a list of the TrainJob as Go's types keep them."""
    below: Schema = get_path(schema, ("properties", key, "items")) or {}
    for item in job.get(key, ()):
        yield to_go(below, item)


def _overrides(override: Data, known: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield the patches of replicated jobs for an override of pods. Jobs that don't exist are not added."""
    metadata: Mapping[str, Any] = override.get("metadata", {})
    pod: dict[str, Any] = {"metadata": {key: metadata[key] for key in ("labels", "annotations") if key in metadata}}
    pod |= {"spec": override["spec"]} if "spec" in override else {}
    for name in dict.fromkeys(target["name"] for target in override.get("targetJobs", ())):
        if name in known:
            yield {"name": name, "template": {"spec": {"template": deepcopy(pod)}}}


def _position(job: Data, order: list[Any]) -> int:
    return order.index(job.get("name")) if job.get("name") in order else 0
