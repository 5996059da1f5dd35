"""ADM805 runtime-missing: a TrainJob's runtime is none of those beside it.

A TrainJob's runtime must exist before it: Trainer's webhook refuses a TrainJob whose runtime it doesn't find. Where
runtimes stand in the file of the TrainJob, or are given and no TrainJob names them, it should be one of them, or one of
those that come with Trainer. Where there are none it may be in the cluster, and nothing is said.

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

from collections.abc import Iterable, Iterator

from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES, Reference, trainings, trainjobs
from render.rules.rule import Finding, Objects, rule


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each TrainJob whose runtime is not there while others are in its file, or are there for nothing."""
    matched = tuple(trainings(items))
    done, used = {id(one.job) for one in matched}, {id(one.runtime) for one in matched}
    for job in trainjobs(items):
        reference = Reference.of(job)
        if not reference.is_supported or id(job) in done:
            continue
        beside = [item for item in items if item.document.file == job.document.file or id(item) not in used]
        known = sorted(_runtimes(beside))
        if known:
            kind = f"{reference.kind}.{reference.group}"
            why = f'{kind} "{reference.name}" not found: it must be created before the TrainJob is created'
            hint = f"the runtimes beside it: {', '.join(f'`{name}`' for name in known)}"
            yield Finding(("spec", "runtimeRef"), why, hint, job)


def _runtimes(items: Iterable[Object]) -> Iterator[str]:
    for item in items:
        if item.kind.group_kind in RUNTIMES:
            yield str(item.data.get("metadata", {}).get("name", ""))
