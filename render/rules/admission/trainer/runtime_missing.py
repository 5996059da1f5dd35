"""ADM805 runtime-missing: a TrainJob's runtime is none of those beside it.

A TrainJob's runtime must exist before it. Where runtimes stand in the file of the TrainJob, it should be one of them,
or one of those that come with Trainer. Trainer's webhook refuses a TrainJob whose runtime it doesn't find.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/core/trainingruntime.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: pytorch}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

import re
from collections.abc import Iterable, Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES, Reference, trainings, trainjobs
from render.rules.rule import Finding, Objects, rule

_STOCK = re.compile(
    "(data-cache|deepspeed|jax|mlx|torch|xgboost)-distributed|torch-distributed-with-cache|torchtune-.+"
)


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each TrainJob whose runtime is not there while others are in the same file: other files say nothing."""
    matched = [training.job for training in trainings(items)]
    for job in trainjobs(items):
        reference = Reference.of(job)
        if not reference.is_supported or any(found is job for found in matched) or _STOCK.fullmatch(reference.name):
            continue
        known = sorted(_runtimes([item for item in items if item.document.file == job.document.file]))
        if known:
            why = f'{reference.kind} "{reference.name}" not found: it must be created before the TrainJob is created'
            hint = f"the runtimes beside it: {', '.join(f'`{name}`' for name in known)}"
            yield Finding(("spec", "runtimeRef"), why, hint, job)


def _runtimes(items: Iterable[Object]) -> Iterator[str]:
    for item in items:
        if item.kind.group_kind in RUNTIMES:
            yield str(item.data.get("metadata", {}).get("name", ""))
