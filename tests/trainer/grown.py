"""Random TrainJobs and runtimes, grown from the schemas of their definitions."""

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from render.kube.formats.scalars import QUANTITY
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.trainjob import GROUP, Training
from render.source import Document
from tests.strategies import QUANTITIES, TEXTS

NAME = "torchtune-llama3.2-1b"
"""Of the runtime."""
STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
NAMES = st.sampled_from(["node", "launcher", "dataset-initializer", "model-initializer", "sidecar"])
STEPS = st.sampled_from(["trainer", "dataset-initializer", "model-initializer", "other"])
RESOURCES = st.sampled_from(["cpu", "memory", "nvidia.com/gpu", "hugepages-2Mi"])
FRAMEWORKS = ("torch", "mpi", "jax", "xgboost", "flux")
ALWAYS = frozenset(("template", "spec", "replicatedJobs", "containers", "metadata", "labels", "trainingRuntimeSpec"))
"""Without which there is nothing to do."""
OFTEN = frozenset(
    (
        *("trainer", "mlPolicy", "podGroupPolicy", "runtimePatches", "podTemplateOverrides", "initializer", "env"),
        *("ports", "resources", "resourcesPerNode", "numNodes", "numProcPerNode", "torch", "mpi", "jax", "xgboost"),
        *("volcano", "envInjection", "initContainers", "command"),
    )
)


@st.composite
def trainings(draw: st.DrawFn, release: str) -> Training:
    """Draw a TrainJob and a runtime that the schemas of a release take."""
    job = draw(_object("TrainJob", release, {"runtimeRef": {"name": NAME}}))
    runtime = draw(_object("ClusterTrainingRuntime", release, {}))
    policy = runtime.data["spec"].get("mlPolicy", {})
    for framework in [key for key in FRAMEWORKS if key in policy][1:]:  # at most one, says the definition
        del policy[framework]
    return Training(job, runtime)


@st.composite
def _object(draw: st.DrawFn, kind: str, release: str, spec: dict[str, Any]) -> Object:
    found = GroupVersionKind(GROUP, "v1alpha1", kind)
    validator = Schemas(trainer=release).find(found)
    assert validator is not None
    name = "run" if kind == "TrainJob" else NAME
    grown = draw(_value(validator.schema["properties"]["spec"], "spec", 0)) | spec
    data = {"apiVersion": found.api_version, "kind": kind, "metadata": {"name": name}, "spec": grown}
    assume(validator.accepts(data))
    return Object(Document(f"{kind}.yaml", "", None), "", found, data)


def _value(schema: Schema, name: str, depth: int) -> st.SearchStrategy[Any]:
    kinds = schema.get("type", "object")
    choices = [one for one in ([kinds] if isinstance(kinds, str) else kinds) if one != "null"]
    if "enum" in schema:
        return st.sampled_from([one for one in schema["enum"] if one is not None])
    if schema.get("pattern") == QUANTITY:
        return QUANTITIES
    return st.sampled_from(choices).flatmap(lambda kind: _of_type(kind, schema, name, depth))


def _of_type(kind: str, schema: Schema, name: str, depth: int) -> st.SearchStrategy[Any]:
    if kind == "object":
        return _mapping(schema, name, depth)
    if kind == "array":
        least = max(schema.get("minItems", 0), int(name in ALWAYS))
        return st.lists(_value(schema["items"], name, depth), min_size=least, max_size=2)
    if kind == "string":
        texts = TEXTS if name == "value" else TEXTS.filter(len)  # an empty choice is one that every server refuses
        return NAMES if name in ("name", "jobName") else st.sampled_from(["tune", "run"]) | texts
    return st.booleans() if kind == "boolean" else st.integers(-1, 9)


@st.composite
def _mapping(draw: st.DrawFn, schema: Schema, name: str, depth: int) -> dict[str, Any]:
    found = {}
    for key, below in schema.get("properties", {}).items():
        is_needed = key in schema.get("required", ()) or key in ALWAYS
        if is_needed or (depth < 16 and draw(st.integers(0, 19)) < (10 if key in OFTEN else 1)):
            found[key] = draw(_value(below, key, depth + 1))
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        keys = RESOURCES if name in ("limits", "requests") else st.sampled_from(["a", "b"])
        found |= draw(st.dictionaries(keys, _value(others, "", depth + 1), max_size=2))
        if name == "labels":
            found[STEP] = draw(STEPS)
    return found
