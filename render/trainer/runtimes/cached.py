"""The runtime of torch whose dataset a cache serves, which its first job starts."""

from collections.abc import Iterator

from render.trainer.release import Release
from render.trainer.runtimes.parts import NODE, PROJECT, TRAINER, Part, job, runtime
from render.trainer.runtimes.single import torch_image, torch_policy

_STARTER = "dataset-initializer"
_ACCOUNT: Part = {"serviceAccountName": "kubeflow-trainer-cache-initializer"}
_RUN = {
    "name": "TRAIN_JOB_NAME",
    "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.labels['jobset.sigs.k8s.io/jobset-name']"}},
}
"""Tells a container which cache is its own."""


def runtimes(release: Release) -> Iterator[Part]:
    """Yield it."""
    cache = {"name": "CACHE_IMAGE", "value": f"{PROJECT}/data-cache:v{release}.0"}
    container = {"name": _STARTER, "image": f"{PROJECT}/{_STARTER}", "env": [cache, _RUN]}
    start = job(_STARTER, container, step=_STARTER, pod=_ACCOUNT)
    trainer = {"name": NODE, "image": torch_image(release), "env": [_RUN]}
    train = job(NODE, trainer, step=TRAINER, after={_STARTER: "Complete"})
    jobs = [{**start, "replicas": 1}, train]
    found = runtime("torch-distributed-with-cache", "torch", torch_policy(release), {"replicatedJobs": jobs})
    if release is Release.V2_3:
        found["metadata"]["labels"]["trainer.kubeflow.org/webhook-validation"] = "disabled"
    yield found
