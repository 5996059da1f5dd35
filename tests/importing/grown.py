"""TrainJobs and runtimes as people write them, with whatever they may hold that a spec can carry."""

import json
from typing import Any

from hypothesis import strategies as st

from render.kube.gvk import GroupVersionKind, Schema
from render.manifests.trainjob import Training
from tests.trainer.grown import _value as value
from tests.trainer.samples import TRAINER, read, replicated

NAMES = ("A", "B", "C_1", "dotted.name-x")
TEXTS = st.sampled_from(
    ["", "a b", "y", "1e3", "0o17", "1:20", "null", "é☃", "- a: #b", "{{ .Values }}", "a\nb\n", "$", "$$", "%s"]
)
REFERENCES = st.sampled_from(
    [*(f"$({name})" for name in NAMES), "$(PET_NNODES)", "$$(A)", "$(NONE)", "$(", "$(NODE_RANK)"]
)
VALUES = st.lists(st.just("$$") | TEXTS | REFERENCES, min_size=1, max_size=3).map("".join)
WORDS = st.lists(st.sampled_from(["torchrun", "python", "train.py", "--lr=1e-3", "$(A)", "$$(B)", "y", ""]), max_size=3)
FIELD = {"valueFrom": {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}}
SECRET = {"valueFrom": {"secretKeyRef": {"name": "hub", "key": "token"}}}
CPUS = {"valueFrom": {"resourceFieldRef": {"containerName": "node", "resource": "limits.cpu"}}}
AMOUNTS = {
    "cpu": st.sampled_from(["1", "2", "500m"]),
    "memory": st.sampled_from(["4Gi", "1e9", "512M"]),
    "nvidia.com/gpu": st.sampled_from(["1", "8"]),
}
SOURCES: tuple[dict[str, Any], ...] = (
    {"emptyDir": {}},
    {"emptyDir": {"medium": "Memory", "sizeLimit": "1Gi"}},
    {"persistentVolumeClaim": {"claimName": "data"}},
    {"configMap": {"name": "site"}},
    {"hostPath": {"path": "/mnt/nvme"}},
)
FOLDERS = ("/dev/shm", "/data", "/checkpoints", "/out")
MOUNTS: tuple[dict[str, Any], ...] = ({}, {"readOnly": True, "subPath": "in"})
VOLUMES = ("data", "checkpoints", "scripts", "shm")
POLICIES: tuple[dict[str, Any], ...] = ({}, {"torch": {}}, {"jax": {}}, {"xgboost": {}})
GROUPS: tuple[dict[str, Any], ...] = ({"volcano": {}}, {"coscheduling": {"scheduleTimeoutSeconds": 90}})
MARKS: tuple[dict[str, Any], ...] = ({}, {"labels": {"team": "nlp"}, "annotations": {"a/b": "1e3"}})
_PATCH = {"name": "node", "template": {"spec": {"template": {"spec": {"nodeSelector": {"zone": "a"}}}}}}
_TEMPLATE = {"spec": {"replicatedJobs": [_PATCH]}}
PATCHES: dict[str, list[dict[str, Any]]] = {
    "2.3": [{}, {"runtimePatches": [{"manager": "a.io/b", "trainingRuntimeSpec": {"template": _TEMPLATE}}]}],
    "2.1": [
        {},
        {"podTemplateOverrides": [{"targetJobs": [{"name": "node"}], "spec": {"nodeSelector": {"zone": "a"}}}]},
    ],
}
ROLES = {
    "MPIJob": ("mpiReplicaSpecs", "Launcher", "Worker"),
    "PyTorchJob": ("pytorchReplicaSpecs", "Master", "Worker"),
}
POD = {
    "nodeSelector": st.just({"pool": "h100"}),
    "tolerations": st.just([{"key": "gpu", "operator": "Exists"}]),
    "serviceAccountName": st.just("trainer"),
    "priorityClassName": st.just("research"),
    "terminationGracePeriodSeconds": st.just(120),
    "hostNetwork": st.booleans(),
    "imagePullSecrets": st.just([{"name": "registry"}]),
    "securityContext": st.just({"fsGroup": 1000}),
    "initContainers": st.just([{"name": "fetch", "image": "busybox", "command": ["true"]}]),
    "subdomain": st.just("elsewhere"),
}


def environment(*, is_launcher: bool = False) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Return lists of variables, each name once. A launcher's ask for no resources, which a run may take from it."""
    variable = VALUES.map(lambda text: {"value": text}) | st.sampled_from(
        [FIELD, SECRET] if is_launcher else [FIELD, CPUS]
    )
    one = st.tuples(st.sampled_from(NAMES), variable)
    return st.lists(one, min_size=2, max_size=4, unique_by=lambda pair: pair[0]).map(
        lambda pairs: [{"name": name, **value} for name, value in pairs]
    )


def resources() -> st.SearchStrategy[dict[str, Any]]:
    """Return limits."""
    return st.fixed_dictionaries({}, optional=AMOUNTS).map(lambda amounts: {"limits": amounts} if amounts else {})


@st.composite
def container(draw: st.DrawFn, volumes: list[str]) -> dict[str, Any]:
    """Draw the container that trains."""
    folders = draw(st.permutations(FOLDERS))
    mounts: list[dict[str, Any]] = []
    for name, folder in zip(volumes, folders, strict=False):
        mounts.append({"name": name, "mountPath": folder, **draw(st.sampled_from(MOUNTS))})
    found = {
        "name": "node",
        "image": draw(st.sampled_from(["registry.example/a:1", "registry.example/a", "a@sha256:0"])),
        "command": draw(WORDS),
        "args": draw(WORDS),
        "env": draw(environment(is_launcher=not volumes)),
        "resources": draw(resources()),
        "volumeMounts": mounts,
    }
    return {key: value for key, value in found.items() if value}


@st.composite
def people_s(draw: st.DrawFn, release: str = "2.3") -> Training:
    """Draw a TrainJob with its runtime."""
    is_central = draw(st.integers(0, 3)) == 0
    initializers = draw(st.lists(st.sampled_from(["dataset", "model"]), max_size=2, unique=True))
    roles = [initializer(step, has_address=draw(st.booleans())) for step in initializers]
    roles.append(draw(node(labels={} if is_central else TRAINER)))
    if is_central:
        roles.append(replicated("launcher", {**draw(container([])), "resources": {}}, labels=TRAINER))
    policy: dict[str, Any] = {"numNodes": 1 if is_central else draw(st.integers(1, 3))}
    policy |= {"mpi": {"runLauncherAsNode": draw(st.booleans())}} if is_central else draw(st.sampled_from(POLICIES))
    runtime: dict[str, Any] = {"mlPolicy": policy, "template": {"spec": {"replicatedJobs": roles}}}
    if draw(st.booleans()):
        runtime["podGroupPolicy"] = draw(st.sampled_from(GROUPS))
    spec: dict[str, Any] = {"runtimeRef": {"name": "ours"}, **draw(st.sampled_from(PATCHES[release]))}
    if draw(st.booleans()):
        spec["trainer"] = draw(trainer(is_launcher=is_central))
    group = {"apiVersion": "trainer.kubeflow.org/v1alpha1"}
    trainjob = {**group, "kind": "TrainJob", "metadata": {"name": "run"}, "spec": spec}
    cluster = {**group, "kind": "ClusterTrainingRuntime", "metadata": {"name": "ours"}, "spec": runtime}
    return Training(*read("\n---\n".join(json.dumps(item) for item in (trainjob, cluster))))


def trainer(*, is_launcher: bool) -> st.SearchStrategy[dict[str, Any]]:
    """Return what a TrainJob says of the training."""
    optional = {"numNodes": st.integers(1, 3), "numProcPerNode": st.integers(1, 4), "image": st.just("b:2")}
    more = {
        "env": environment(is_launcher=is_launcher),
        "resourcesPerNode": resources(),
        "args": WORDS,
        "command": WORDS,
    }
    return st.fixed_dictionaries({}, optional={**optional, **more})


@st.composite
def node(draw: st.DrawFn, labels: dict[str, str]) -> dict[str, Any]:
    """Draw the role of the nodes."""
    names = draw(st.lists(st.sampled_from(VOLUMES), max_size=3, unique=True))
    pod = draw(st.fixed_dictionaries({}, optional=POD))
    volumes = [{"name": name, **draw(st.sampled_from(SOURCES))} for name in names]
    more = draw(st.sampled_from([(), ({"name": "metrics", "image": "m:1"},)]))
    role = replicated(
        "node", draw(container(names)), *more, labels=labels, **pod, **({"volumes": volumes} if volumes else {})
    )
    role["template"]["spec"]["template"]["metadata"] = draw(st.sampled_from(MARKS))
    return role


def initializer(step: str, *, has_address: bool) -> dict[str, Any]:
    """Return the role of an initializer."""
    name = f"{step}-initializer"
    env = [{"name": "STORAGE_URI", "value": "hf://a/b"}, {"name": "A", "value": "$(STORAGE_URI)$$"}]
    found = {"name": name, "image": "i:1", "env": env if has_address else []}
    found["volumeMounts"] = [{"name": "initializer", "mountPath": f"/workspace/{step}"}]
    volume = {"name": "initializer", "persistentVolumeClaim": {"claimName": "inputs"}}
    return replicated(name, found, labels={next(iter(TRAINER)): name}, volumes=[volume])


@st.composite
def jobs(draw: st.DrawFn, kind: GroupVersionKind, schema: Schema) -> dict[str, Any]:
    """Draw a job of one of the older operators, whatever its schema takes."""
    below = schema["properties"]["spec"]
    spec = draw(value(below, "spec", 0))
    key, *names = ROLES[kind.name]
    role = below["properties"][key]["additionalProperties"]
    spec[key] = {name: draw(value(role, key, 2)) for name in names if draw(st.integers(0, 9)) > 0}
    return {"apiVersion": kind.api_version, "kind": kind.name, "metadata": {"name": "run"}, "spec": spec}
