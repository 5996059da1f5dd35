"""JobSet: the object that all others are about, with what the TrainJob says of its training container.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go
"""

from collections.abc import Iterator
from typing import Any

from render.manifests.trainjob import NODE
from render.trainer import upsert
from render.trainer.plugins import initializers
from render.trainer.plugins.mpi import runs_launcher_as_node
from render.trainer.podset import TRAINER, Container, PodSet
from render.trainer.resources import KINDS, written
from render.trainer.variables import converted
from render.trainer.work import Work


def build(work: Work) -> Iterator[dict[str, Any]]:
    """Yield the JobSet."""
    for pods in work.sets:
        pods.job_spec["parallelism"] = pods.job_spec["completions"] = pods.count
        first = () if work.release.keeps_init_containers else pods.pod.get("initContainers", ())
        for container in (*pods.containers, *first):
            # Trainer puts a container's ports over themselves, where two without a name are one.
            upsert.ports(container, container.get("ports", ()))
    initializers.apply(work)
    for pods in work.sets:
        _train(work, pods)
    metadata = work.metadata(work.name)
    metadata |= {"labels": work.labels} if work.labels else {}
    metadata |= {"annotations": work.annotations} if work.annotations else {}
    spec = {**work.spec, "suspend": bool(work.job.get("suspend", False))}
    yield {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": metadata, "spec": spec}


def _train(work: Work, pods: PodSet) -> None:
    """Hand on what the TrainJob says of the training; with MPI the nodes get a part, where the launcher is one."""
    is_trainer = pods.step == TRAINER
    if is_trainer:
        pods.job["replicas"] = 1
    if work.trainer is None or not (is_trainer or (pods.name == NODE and runs_launcher_as_node(work))):
        return
    for container in pods.named(NODE):
        if is_trainer:
            _start(work, container)
        asked = work.trainer.get("resourcesPerNode", {})
        if not work.release.merges_resources and any(kind in asked for kind in KINDS):
            container["resources"] = written(asked)
        upsert.variables(container, converted(work.trainer.get("env", ())))


def _start(work: Work, container: Container) -> None:
    trainer = work.trainer or {}
    said = {"image": trainer.get("image"), "command": work.command, "args": trainer.get("args")}
    container.update({key: value for key, value in said.items() if value is not None})
    for key in ("command", "args"):
        if container.get(key) == []:  # said, and nothing to Go
            del container[key]
