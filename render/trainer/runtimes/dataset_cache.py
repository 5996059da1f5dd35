"""The runtime of torch with a dataset cache, which its first job starts."""

from collections.abc import Iterator

from render.trainer.release import TrainerRelease
from render.trainer.runtimes._builders import NODE, PROJECT, TRAINER, Part, make_job, make_runtime
from render.trainer.runtimes.single import torch_image, torch_policy

_STARTER = "dataset-initializer"
_ACCOUNT: Part = {"serviceAccountName": "kubeflow-trainer-cache-initializer"}
_RUN = {
    "name": "TRAIN_JOB_NAME",
    "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.labels['jobset.sigs.k8s.io/jobset-name']"}},
}
"""The variable with the name of the cache."""


def runtimes(release: TrainerRelease) -> Iterator[Part]:
    """Yield the runtime."""
    cache = {"name": "CACHE_IMAGE", "value": f"{PROJECT}/data-cache:v{release}.0"}
    container = {"name": _STARTER, "image": f"{PROJECT}/{_STARTER}", "env": [cache, _RUN]}
    start = make_job(_STARTER, container, step=_STARTER, pod=_ACCOUNT)
    trainer = {"name": NODE, "image": torch_image(release), "env": [_RUN]}
    train = make_job(NODE, trainer, step=TRAINER, after={_STARTER: "Complete"})
    jobs = [{**start, "replicas": 1}, train]
    found = make_runtime("torch-distributed-with-cache", "torch", torch_policy(release), {"replicatedJobs": jobs})
    if release is TrainerRelease.V2_3:
        found["metadata"]["labels"]["trainer.kubeflow.org/webhook-validation"] = "disabled"
    yield found
