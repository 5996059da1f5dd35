"""ADM805 runtime-missing: a TrainJob's runtime is none of those beside it.

A TrainJob's runtime must exist before it: Trainer's webhook refuses a TrainJob whose runtime it doesn't find. Where
runtimes stand in the file of the TrainJob, or the only one that is given is named by nobody, it should be one of them,
or one of those that come with Trainer. Anything else may be in the cluster, and nothing is said.

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

from collections.abc import Iterator

from render.manifests.identity import name
from render.manifests.trainjob import RUNTIMES, Reference, trainings, trainjobs
from render.rules.rule import Finding, Objects, rule


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each TrainJob whose runtime is not there while others are in its file, or one is there for nothing."""
    matched = tuple(trainings(items))
    done, used = {id(one.job) for one in matched}, {id(one.runtime) for one in matched}
    runtimes = [item for item in items if item.kind.group_kind in RUNTIMES]
    idle = [item for item in runtimes if id(item) not in used] if len(runtimes) == 1 else []
    for job in trainjobs(items):
        reference = Reference.of(job)
        beside = [item for item in runtimes if item.document.file == job.document.file] or idle
        if reference.is_supported and id(job) not in done and beside:
            kind = f"{reference.kind}.{reference.group}"
            why = f'{kind} "{reference.name}" not found: it must be created before the TrainJob is created'
            names = ", ".join(sorted(f"`{name(item)}`" for item in beside))
            yield Finding(("spec", "runtimeRef"), why, f"the runtimes beside it: {names}", job)
