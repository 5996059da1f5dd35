"""Flux: not expanded, since Trainer generates its objects in the cluster.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/flux/flux.go
"""

from render.manifests.codes import FLUX_NOT_EXPANDED, NOT_BUILT
from render.trainer.context import ExpansionContext, ExpansionFinding

_PLACE = ("spec", "mlPolicy", "flux")


def enforce(work: ExpansionContext) -> None:
    """Append the reasons why there are no objects; the plug-in reads `numNodes` of the TrainJob without a check."""
    job = work.training.job
    if (job.data["spec"].get("trainer") or {}).get("numNodes") is None:
        message = "the Flux plug-in of Trainer panics if the TrainJob has no `trainer.numNodes`, and builds no object"
        work.refusals.append(ExpansionFinding(NOT_BUILT, job, ("spec",), message))
    message = "Trainer generates scripts and a key for Flux in the cluster, so its objects are not known here"
    work.refusals.append(ExpansionFinding(FLUX_NOT_EXPANDED, work.training.runtime, _PLACE, message))
