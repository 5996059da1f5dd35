"""ADM852 variable-source-dropped: a variable's value from a file is lost.

Trainer knows values from fields, resources, ConfigMaps and Secrets. What a TrainJob takes from a file (`fileKeyRef`) it
leaves out, so that the variable comes from nowhere: the TrainJob is accepted, and its Job is refused.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apply/apply.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {env: [{name: TOKEN, valueFrom: {fileKeyRef: {volumeName: keys, path: env, key: TOKEN}}}]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: keys, key: TOKEN}}}]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.places import listed
from render.manifests.trainjob import trainjobs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("fileKeyRef",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for values from files."""
    for job in trainjobs(items):
        trainer = job.data.get("spec", {}).get("trainer", {})
        for place, variable in listed(("spec", "trainer"), trainer, "env"):
            if "fileKeyRef" in variable.get("valueFrom", {}):
                message = (
                    f"Trainer leaves it out, and a Job whose `{variable.get('name')}` comes from nowhere is refused"
                )
                yield Finding((*place, "valueFrom", "fileKeyRef"), message, "a Secret or a ConfigMap", job)
