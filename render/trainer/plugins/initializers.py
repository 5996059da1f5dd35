"""Initializers: what fetches a dataset or a model gets its address, its variables and its credentials.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/builder.go
"""

from render.manifests.places import Data
from render.trainer import upsert
from render.trainer.podset import INITIALIZERS, Container
from render.trainer.variables import converted, literal
from render.trainer.work import Work


def apply(work: Work) -> None:
    """Hand on to each initializer what the TrainJob says of it."""
    asked = work.job.get("initializer", {})
    for pods in work.sets:
        if pods.step in INITIALIZERS:
            pods.job["replicas"] = 1
            said = asked.get(INITIALIZERS[pods.step])
            for container in pods.named(pods.step) if said is not None else ():
                _prepare(container, said)


def _prepare(container: Container, said: Data) -> None:
    if "storageUri" in said:
        upsert.variables(container, [literal("STORAGE_URI", said["storageUri"])])
    upsert.variables(container, converted(said.get("env", ())))
    if "secretRef" in said:
        container.setdefault("envFrom", []).append({"secretRef": {"name": said["secretRef"].get("name", "")}})
