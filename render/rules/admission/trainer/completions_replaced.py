"""ADM848 completions-replaced: the completions of a runtime's Job are not what is written.

Trainer writes the number of pods, `parallelism`, into `completions` too. A Job that was to have more completions than
pods at once ends early, and one that was to have fewer waits for more.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: evaluate
              template:
                spec:
                  parallelism: 2
                  completions: 10
                  template: {spec: {containers: [{name: main, image: evaluate:1}]}}
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: ours}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: evaluate
              template:
                spec:
                  parallelism: 10
                  completions: 10
                  template: {spec: {containers: [{name: main, image: evaluate:1}]}}
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=RUNTIMES, keys=("completions",))
def check(item: Object) -> Iterator[Finding]:
    """Compare completions with parallelism, where no TrainJob says both."""
    for job in replicated_jobs(item.data.get("spec", {}).get("template", {}), ("spec", "template")):
        completions = job.job.get("completions", job.parallelism)
        if completions != job.parallelism and job.step != "trainer":
            message = f"Trainer makes it {job.parallelism}, as many as run at once"
            yield Finding((*job.job_path, "completions"), message, f"`parallelism: {completions}`")
