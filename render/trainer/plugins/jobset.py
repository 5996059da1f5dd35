"""JobSet: the main object, with the TrainJob's settings for trainer and initializers.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go
"""

from collections.abc import Iterator
from typing import Any

from render.manifests.paths import Data
from render.manifests.trainjob import NODE
from render.trainer.apply import convert_variables, put_ports, put_variables, text_variable
from render.trainer.context import INITIALIZERS, TRAINER, Container, ExpansionContext, PodSet
from render.trainer.plugins.mpi import runs_launcher_as_node
from render.trainer.resources import KINDS, go_resources


def build(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    """Yield the JobSet."""
    for pods in work.sets:
        pods.job_spec["parallelism"] = pods.job_spec["completions"] = pods.count
        first = () if work.release.keeps_init_containers else pods.pod.get("initContainers", ())
        for container in (*pods.containers, *first):
            # Trainer upserts a container's own ports, which merges two without a name.
            put_ports(container, container.get("ports", ()))
    configure_initializers(work)
    for pods in work.sets:
        _train(work, pods)
    metadata = work.metadata(work.name)
    metadata |= {"labels": work.labels} if work.labels else {}
    metadata |= {"annotations": work.annotations} if work.annotations else {}
    spec = {**work.spec, "suspend": bool(work.job.get("suspend", False))}
    yield {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": metadata, "spec": spec}


def _train(work: ExpansionContext, pods: PodSet) -> None:
    """Apply `trainer` of the TrainJob to the training container; with MPI partly to the nodes, too."""
    is_trainer = pods.step == TRAINER
    if is_trainer:
        pods.job["replicas"] = 1
    if work.trainer is None or not (is_trainer or (pods.name == NODE and runs_launcher_as_node(work))):
        return
    for container in pods.named(NODE):
        if is_trainer:
            _start(work, container)
        wanted = work.trainer.get("resourcesPerNode", {})
        if not work.release.merges_resources and any(kind in wanted for kind in KINDS):
            container["resources"] = go_resources(wanted)
        put_variables(container, convert_variables(work.trainer.get("env", ())))


def _start(work: ExpansionContext, container: Container) -> None:
    trainer = work.trainer or {}
    initializer = {"image": trainer.get("image"), "command": work.command, "args": trainer.get("args")}
    container.update({key: value for key, value in initializer.items() if value is not None})
    for key in ("command", "args"):
        if container.get(key) == []:  # set, but empty to Go
            del container[key]


def configure_initializers(work: ExpansionContext) -> None:
    """Apply `initializer` of the TrainJob to the initializers."""
    wanted = work.job.get("initializer", {})
    for pods in work.sets:
        if pods.step in INITIALIZERS:
            pods.job["replicas"] = 1
            initializer = wanted.get(INITIALIZERS[pods.step])
            for container in pods.named(pods.step) if initializer is not None else ():
                _prepare(container, initializer)


def _prepare(container: Container, initializer: Data) -> None:
    if "storageUri" in initializer:
        put_variables(container, [text_variable("STORAGE_URI", initializer["storageUri"])])
    put_variables(container, convert_variables(initializer.get("env", ())))
    if "secretRef" in initializer:
        container.setdefault("envFrom", []).append({"secretRef": {"name": initializer["secretRef"].get("name", "")}})
