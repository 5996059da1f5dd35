"""ADM848 completions-replaced: Trainer overwrites the `completions` of a runtime's Job.

Trainer sets `completions` to the number of pods, `parallelism`. A Job with more completions than pods ends early; one
with fewer waits for more.

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
    """Compare `completions` with `parallelism` in the jobs that no TrainJob configures."""
    for job in replicated_jobs(item.data.get("spec", {}).get("template", {}), ("spec", "template")):
        completions = job.job.get("completions", job.parallelism)
        if completions != job.parallelism and job.step != "trainer":
            message = f"Trainer sets it to {job.parallelism}, the value of `parallelism`"
            yield Finding((*job.job_path, "completions"), message, f"set `parallelism: {completions}`")
