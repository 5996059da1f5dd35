"""ADM809 override-target-unknown: a pod template override targets an unknown job.

`podTemplateOverrides` of Trainer 2.1 name replicated jobs of the runtime. Trainer's webhook rejects any other name.

Source: https://github.com/kubeflow/trainer/blob/v2.1.0/pkg/runtime/framework/plugins/jobset/jobset.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      podTemplateOverrides: [{targetJobs: [{name: worker}], spec: {nodeSelector: {gpu: h100}}}]
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
      runtimePatches:
        - manager: acme.io/platform
          trainingRuntimeSpec:
            template:
              spec:
                replicatedJobs:
                  - name: node
                    template: {spec: {template: {spec: {nodeSelector: {gpu: h100}}}}}
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

from render.manifests.paths import list_items
from render.manifests.trainjob import trainings
from render.rules.admission._names import format_names
from render.rules.rule import Finding, Objects, rule


@rule(keys=("podTemplateOverrides",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the targets of each override."""
    for training in trainings(items):
        known = {job.name for job in training.replicated_jobs}
        spec = training.job.data.get("spec", {})
        for place, override in list_items(("spec",), spec, "podTemplateOverrides"):
            for position, target in list_items(place, override, "targetJobs"):
                if target.get("name") not in known:
                    why = "must not have targetJob that doesn't exist in the runtime job template"
                    yield Finding(
                        (*position, "name"),
                        f"Invalid value: {why}",
                        f"the runtime has {format_names(known)}",
                        training.job,
                    )
