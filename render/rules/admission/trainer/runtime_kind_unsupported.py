"""ADM804 runtime-kind-unsupported: a TrainJob's runtime has a kind that Trainer does not support.

A TrainJob runs on a ClusterTrainingRuntime, or on a TrainingRuntime of its namespace, in the group
`trainer.kubeflow.org`. Trainer's webhook rejects any other kind.

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
from render.manifests.trainjob import TRAINJOB, RuntimeReference
from render.rules.rule import Finding, rule


@rule(kinds=(TRAINJOB,))
def check(item: Object) -> Iterator[Finding]:
    """Check the kind of the runtime."""
    reference = RuntimeReference.of(item)
    if not reference.is_supported:
        hint = "use `ClusterTrainingRuntime` or `TrainingRuntime`"
        yield Finding(("spec", "runtimeRef"), f"unsupported runtime: {reference.kind}.{reference.group}", hint)
