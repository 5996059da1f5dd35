"""ADM852 variable-source-dropped: Trainer drops a variable's `fileKeyRef`.

Trainer supports values from fields, resources, ConfigMaps and Secrets. It drops `fileKeyRef`, so the variable has no
source: the TrainJob is accepted, and the API server rejects its Job.

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

from render.manifests.paths import list_items
from render.manifests.trainjob import trainjobs
from render.rules.rule import Finding, Objects, rule


@rule(keys=("fileKeyRef",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for values from files."""
    for job in trainjobs(items):
        trainer = job.data.get("spec", {}).get("trainer", {})
        for place, variable in list_items(("spec", "trainer"), trainer, "env"):
            if "fileKeyRef" in variable.get("valueFrom", {}):
                message = (
                    f"Trainer drops it, and the API server rejects the Job: `{variable.get('name')}` has no source"
                )
                yield Finding((*place, "valueFrom", "fileKeyRef"), message, "use a Secret or a ConfigMap", job)
