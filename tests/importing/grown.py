"""TrainJobs and runtimes as people write them, with whatever they may hold that a spec can carry."""

import json
from typing import Any

from hypothesis import strategies as st

from render.manifests.trainjob import Training
from tests.trainer.given import TRAINER, read, replicated

NAMES = ("A", "B", "C_1", "dotted.name-x")
TEXTS = st.sampled_from(
    ["", "a b", "y", "1e3", "0o17", "1:20", "null", "é☃", "- a: #b", "{{ .Values }}", "a\nb\n", "$", "$$", "%s"]
)
REFERENCES = st.sampled_from(
    [*(f"$({name})" for name in NAMES), "$(PET_NNODES)", "$$(A)", "$(NONE)", "$(", "$(NODE_RANK)"]
)
VALUES = st.lists(TEXTS | REFERENCES, max_size=3).map("".join)
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
FOLDERS = ("/dev/shm", "/data", "/checkpoints", "/workspace")
VOLUMES = ("data", "checkpoints", "scripts", "shm")
POLICIES: tuple[dict[str, Any], ...] = ({}, {"torch": {}}, {"jax": {}}, {"xgboost": {}})
GROUPS: tuple[dict[str, Any], ...] = ({"volcano": {}}, {"coscheduling": {"scheduleTimeoutSeconds": 90}})
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


def environment() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Return lists of variables, each name once."""
    variable = VALUES.map(lambda text: {"value": text}) | st.sampled_from([FIELD, SECRET, CPUS])
    one = st.tuples(st.sampled_from(NAMES), variable)
    return st.lists(one, max_size=4, unique_by=lambda pair: pair[0]).map(
        lambda pairs: [{"name": name, **value} for name, value in pairs]
    )


def resources() -> st.SearchStrategy[dict[str, Any]]:
    """Return limits."""
    return st.fixed_dictionaries({}, optional=AMOUNTS).map(lambda amounts: {"limits": amounts} if amounts else {})


@st.composite
def container(draw: st.DrawFn, volumes: list[str]) -> dict[str, Any]:
    """Draw the container that trains."""
    folders = draw(st.permutations(FOLDERS))
    mounts = [{"name": name, "mountPath": folder} for name, folder in zip(volumes, folders, strict=False)]
    if mounts and draw(st.booleans()):
        mounts[0] |= {"readOnly": True, "subPath": "in"}
    found = {
        "name": "node",
        "image": draw(st.sampled_from(["registry.example/a:1", "registry.example/a", "a@sha256:0"])),
        "command": draw(WORDS),
        "args": draw(WORDS),
        "env": draw(environment()),
        "resources": draw(resources()),
        "volumeMounts": mounts,
    }
    return {key: value for key, value in found.items() if value}


@st.composite
def people_s(draw: st.DrawFn) -> Training:
    """Draw a TrainJob with its runtime."""
    names = draw(st.lists(st.sampled_from(VOLUMES), max_size=3, unique=True))
    pod = draw(st.fixed_dictionaries({}, optional=POD))
    volumes = [{"name": name, **draw(st.sampled_from(SOURCES))} for name in names]
    job = replicated("node", draw(container(names)), labels=TRAINER, **pod, **({"volumes": volumes} if volumes else {}))
    policy = {"numNodes": draw(st.integers(1, 3)), **draw(st.sampled_from(POLICIES))}
    runtime: dict[str, Any] = {"mlPolicy": policy, "template": {"spec": {"replicatedJobs": [job]}}}
    if draw(st.booleans()):
        runtime["podGroupPolicy"] = draw(st.sampled_from(GROUPS))
    spec: dict[str, Any] = {"runtimeRef": {"name": "ours"}}
    if draw(st.booleans()):
        optional = {"numNodes": st.integers(1, 3), "numProcPerNode": st.integers(1, 4), "image": st.just("b:2")}
        more = {"env": environment(), "resourcesPerNode": resources(), "args": WORDS, "command": WORDS}
        spec["trainer"] = draw(st.fixed_dictionaries({}, optional={**optional, **more}))
    group = {"apiVersion": "trainer.kubeflow.org/v1alpha1"}
    trainjob = {**group, "kind": "TrainJob", "metadata": {"name": "run"}, "spec": spec}
    cluster = {**group, "kind": "ClusterTrainingRuntime", "metadata": {"name": "ours"}, "spec": runtime}
    return Training(*read("\n---\n".join(json.dumps(item) for item in (trainjob, cluster))))
