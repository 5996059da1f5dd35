"""ADM809 override-target-unknown: a pod template override is for a job that the runtime doesn't have.

`podTemplateOverrides` of Trainer 2.1 name replicated jobs of the runtime. Trainer's webhook refuses any other name.

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

from render.manifests.places import listed
from render.manifests.trainjob import trainings
from render.rules.admission._names import named
from render.rules.rule import Finding, Objects, rule


@rule(keys=("podTemplateOverrides",))
def check(items: Objects) -> Iterator[Finding]:
    """Yield each target that is no replicated job of the runtime."""
    for training in trainings(items):
        known = {job.name for job in training.replicated_jobs}
        spec = training.job.data.get("spec", {})
        for place, override in listed(("spec",), spec, "podTemplateOverrides"):
            for position, target in listed(place, override, "targetJobs"):
                if target.get("name") not in known:
                    why = "must not have targetJob that doesn't exist in the runtime job template"
                    yield Finding((*position, "name"), f"Invalid value: {why}", f"it has {named(known)}", training.job)
