"""Flux: not expanded, since what Trainer makes for it can't be known without a cluster."""

from render.manifests.codes import FLUX_NOT_EXPANDED
from render.trainer.work import Refusal, Work

_PLACE = ("spec", "mlPolicy", "flux")


def enforce(work: Work) -> None:
    """Say why there are no objects."""
    message = "Trainer generates scripts and a key for Flux in the cluster, so that its objects can't be told here"
    work.refusals.append(Refusal(FLUX_NOT_EXPANDED, work.training.runtime, _PLACE, message))
