"""ADM805 runtime-missing: a TrainJob's runtime is not among the given runtimes.

A TrainJob's runtime must exist before it: Trainer's webhook rejects a TrainJob whose runtime it does not find. If the
TrainJob's file contains runtimes, or no TrainJob uses the only given one, the TrainJob should use one of them or one
that comes with Trainer. In all other cases the runtime may be in the cluster, and this rule reports nothing.

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

from render.manifests.objects import object_name
from render.manifests.trainjob import RUNTIMES, RuntimeReference, trainings, trainjobs
from render.rules.rule import Finding, Objects, rule


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Check that each TrainJob finds its runtime, if its file has runtimes or the only runtime is unused."""
    matched = tuple(trainings(items))
    done, used = {id(one.job) for one in matched}, {id(one.runtime) for one in matched}
    runtimes = [item for item in items if item.kind.group_kind in RUNTIMES]
    idle = [item for item in runtimes if id(item) not in used] if len(runtimes) == 1 else []
    for job in trainjobs(items):
        reference = RuntimeReference.of(job)
        candidates = [item for item in runtimes if item.document.file == job.document.file] or idle
        if reference.is_supported and id(job) not in done and candidates:
            kind = f"{reference.kind}.{reference.group}"
            why = f'{kind} "{reference.name}" not found: it must be created before the TrainJob is created'
            names = ", ".join(sorted(f"`{object_name(item)}`" for item in candidates))
            yield Finding(("spec", "runtimeRef"), why, f"the given runtimes: {names}", job)
