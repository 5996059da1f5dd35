"""ADM804 runtime-kind-unsupported: a TrainJob's runtime is of a kind that Trainer doesn't have.

A TrainJob runs on a ClusterTrainingRuntime or on a TrainingRuntime of its namespace, of the group
`trainer.kubeflow.org`. Trainer's webhook refuses any other kind.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/webhooks/trainjob_webhook.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {kind: PyTorchJob, name: torch}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import TRAINJOB, Reference
from render.rules.rule import Finding, rule


@rule(kinds=(TRAINJOB,))
def check(item: Object) -> Iterator[Finding]:
    """Yield a kind that is none."""
    reference = Reference.of(item)
    if not reference.is_supported:
        hint = "write `ClusterTrainingRuntime` or `TrainingRuntime`"
        yield Finding(("spec", "runtimeRef"), f"unsupported runtime: {reference.kind}.{reference.group}", hint)
