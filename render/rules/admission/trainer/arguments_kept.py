"""ADM844 arguments-kept: a TrainJob's command gets the arguments of its runtime.

Trainer replaces `command` and `args` one by one. A TrainJob that has a command and no arguments keeps those of the
runtime's container, which were meant for another command.

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
from render.rules.admission.trainer._nodes import nodes
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("args",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for a command without arguments where the runtime has some."""
    for training in trainings(items):
        trainer = training.trainer or {}
        kept = [container["args"] for container in nodes(training) if container.get("args")]
        if "command" in trainer and "args" not in trainer and kept:
            message = f"the command is started with the runtime's arguments: {' '.join(kept[0])}"
            yield Finding(("spec", "trainer", "command"), message, "`args`", training.job)
