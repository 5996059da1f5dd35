"""The plug-ins of Kubeflow Trainer, a file each, by the key of the policy that asks for them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from render.trainer.plugins import coscheduling, flux, jax, jobset, mpi, plainml, torch, volcano, xgboost
from render.trainer.work import Work

FRAMEWORKS: Mapping[str, Callable[[Work], None]] = {
    "torch": torch.enforce,
    "mpi": mpi.enforce,
    "jax": jax.enforce,
    "xgboost": xgboost.enforce,
    "flux": flux.enforce,
}
"""What a key of `mlPolicy` does to the pods. Where there is none, PlainML does it."""

_GROUPS = {"volcano": volcano, "coscheduling": coscheduling}


def enforce(work: Work) -> None:
    """Let the plug-ins change the pods."""
    framework = next((key for key in FRAMEWORKS if key in (work.policy or {})), None)
    FRAMEWORKS[framework](work) if framework else plainml.enforce(work)
    for key, group in _GROUPS.items():
        if key in work.group_policy:
            group.enforce(work)


def build(work: Work) -> Iterator[dict[str, Any]]:
    """Yield the objects: the JobSet first, then its PodGroup, then what its pods mount."""
    yield from jobset.build(work)
    for key, group in _GROUPS.items():
        if key in work.group_policy:
            yield from group.build(work)
    if "mpi" in (work.policy or {}):
        yield from mpi.build(work)
