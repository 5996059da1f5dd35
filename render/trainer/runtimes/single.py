"""Runtimes of one replicated job: torch, and from 2.3 on JAX and XGBoost."""

from collections.abc import Iterator

from render.trainer.release import TrainerRelease
from render.trainer.runtimes._builders import NODE, PROJECT, TRAINER, Part, make_job, make_runtime

_JAX = "nvcr.io/nvidia/jax:25.10-py3"


def torch_image(release: TrainerRelease) -> str:
    """Return the image of torch."""
    version = "2.7.1-cuda12.8" if release is TrainerRelease.V2_1 else "2.13.0-cuda13.0"
    return f"pytorch/pytorch:{version}-cudnn9-runtime"


def torch_policy(release: TrainerRelease) -> Part:
    """Return the policy of torch."""
    return {"torch": {"numProcPerNode": "auto"} if release is TrainerRelease.V2_1 else {}}


def runtimes(release: TrainerRelease) -> Iterator[Part]:
    """Yield the runtimes of torch, and from 2.3 on of JAX and XGBoost."""
    yield _runtime("torch", torch_policy(release), torch_image(release))
    if release is TrainerRelease.V2_3:
        yield _runtime("jax", {"jax": {}}, _JAX)
        yield _runtime("xgboost", {"xgboost": {}}, f"{PROJECT}/xgboost-runtime")


def _runtime(framework: str, policy: Part, image: str) -> Part:
    node = make_job(NODE, {"name": NODE, "image": image}, step=TRAINER)
    return make_runtime(f"{framework}-distributed", framework, policy, {"replicatedJobs": [node]})
