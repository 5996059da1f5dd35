"""ADM844 runtime-arguments-inherited: a TrainJob's command runs with the arguments of its runtime.

Trainer replaces `command` and `args` separately. A TrainJob with `command` but no `args` keeps the arguments of the
runtime's container, which belong to another command.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/builder.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {command: [python, train.py]}
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, command: [python], args: [serve.py]}]
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: ours}
      trainer: {command: [python], args: [train.py]}
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
                spec:
                  template:
                    spec:
                      containers: [{name: node, image: train:1, command: [python], args: [serve.py]}]
"""

from collections.abc import Iterator

from render.manifests.trainjob import trainings
from render.problem import Severity
from render.rules.admission.trainer._node_containers import node_containers
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("args",))
def check(items: Objects) -> Iterator[Finding]:
    """Check for a command without arguments on a runtime with arguments."""
    for training in trainings(items):
        trainer = training.trainer or {}
        inherited = [container["args"] for container in node_containers(training) if container.get("args")]
        if "command" in trainer and "args" not in trainer and inherited:
            message = f"the command runs with the runtime's arguments: {' '.join(inherited[0])}"
            yield Finding(("spec", "trainer", "command"), message, "set `args`", training.job)
