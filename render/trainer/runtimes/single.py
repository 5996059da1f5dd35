"""Runtimes of one replicated job: torch, and from 2.3 on JAX and XGBoost."""

from collections.abc import Iterator

from render.trainer.release import Release
from render.trainer.runtimes.parts import NODE, PROJECT, TRAINER, Part, job, runtime

_JAX = "nvcr.io/nvidia/jax:25.10-py3"


def torch_image(release: Release) -> str:
    """Return the image that trains with torch."""
    version = "2.7.1-cuda12.8" if release is Release.V2_1 else "2.13.0-cuda13.0"
    return f"pytorch/pytorch:{version}-cudnn9-runtime"


def torch_policy(release: Release) -> Part:
    """Return how torch is started."""
    return {"torch": {"numProcPerNode": "auto"} if release is Release.V2_1 else {}}


def runtimes(release: Release) -> Iterator[Part]:
    """Yield them."""
    yield _runtime("torch", torch_policy(release), torch_image(release))
    if release is Release.V2_3:
        yield _runtime("jax", {"jax": {}}, _JAX)
        yield _runtime("xgboost", {"xgboost": {}}, f"{PROJECT}/xgboost-runtime")


def _runtime(framework: str, policy: Part, image: str) -> Part:
    node = job(NODE, {"name": NODE, "image": image}, step=TRAINER)
    return runtime(f"{framework}-distributed", framework, policy, {"replicatedJobs": [node]})
