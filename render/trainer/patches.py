"""What a TrainJob changes in its runtime's template: `runtimePatches`, and `podTemplateOverrides` of older releases.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from render.kube.kind import Schema
from render.manifests.places import Data
from render.shape.mistake import at
from render.trainer.go_types import kept
from render.trainer.merging import merged

_IN_PATCH = ("trainingRuntimeSpec", "template")


def patched(spec: dict[str, Any], job: Data, schema: Schema) -> dict[str, Any]:
    """Return the spec of a JobSet with a TrainJob's patches in it, one after the other.

    `job` is the TrainJob's spec, `schema` the schema of that. What a patch names and a runtime has not is added, and
    comes among the first.
    """
    order = [one.get("name") for one in spec.get("replicatedJobs", ())]
    for patch in _kept("runtimePatches", job, schema):
        changes = at(patch, (*_IN_PATCH, "spec"))
        spec = merged(spec, changes) if changes else spec
    for override in _kept("podTemplateOverrides", job, schema):
        spec = merged(spec, {"replicatedJobs": list(_overrides(override, order))})
    jobs = spec.get("replicatedJobs", ())
    return {**spec, "replicatedJobs": sorted(jobs, key=lambda one: _position(one, order))}


def propagated(kind: str, template: Data, job: Data) -> dict[str, str]:
    """Return the labels or annotations of a JobSet: those of the runtime's template, then those of the TrainJob."""
    patches = (at(patch, (*_IN_PATCH, "metadata", kind)) for patch in job.get("runtimePatches", ()))
    found: dict[str, str] = {}
    for labels in (at(template, ("metadata", kind)), *patches, job.get(kind)):
        found |= labels or {}
    return found


def _kept(key: str, job: Data, schema: Schema) -> Iterator[Data]:
    """Yield the items of a list of the TrainJob as Go's types keep them."""
    below: Schema = at(schema, ("properties", key, "items")) or {}
    for item in job.get(key, ()):
        yield kept(below, item)


def _overrides(override: Data, known: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield what an override of pods is as a patch of replicated jobs; one that is not there is not added."""
    metadata: Mapping[str, Any] = override.get("metadata", {})
    pod: dict[str, Any] = {"metadata": {key: metadata[key] for key in ("labels", "annotations") if key in metadata}}
    pod |= {"spec": override["spec"]} if "spec" in override else {}
    for name in dict.fromkeys(target["name"] for target in override.get("targetJobs", ())):
        if name in known:
            yield {"name": name, "template": {"spec": {"template": deepcopy(pod)}}}


def _position(job: Data, order: list[Any]) -> int:
    return order.index(job.get("name")) if job.get("name") in order else 0
