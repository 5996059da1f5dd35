"""ADM835 trainer-step-missing: a runtime has no replicated job that a TrainJob's `trainer` configures.

Trainer finds the replicated job that trains by its label `trainer.kubeflow.org/trainjob-ancestor-step: trainer`.
Without it Trainer ignores the image, command, resources and variables of a TrainJob: each pod runs the runtime's
program alone.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/constants/constants.go

Example:
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
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
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

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.trainjob import RUNTIMES
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=RUNTIMES, keys=("mlPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check that a job of a runtime with `mlPolicy` has the label."""
    spec = item.data.get("spec", {})
    jobs = tuple(replicated_jobs(spec.get("template", {}), ("spec", "template")))
    if "mlPolicy" in spec and jobs and not any(job.step == "trainer" for job in jobs):
        message = "no replicated job has the step `trainer`, so Trainer ignores a TrainJob's image and command"
        hint = "set the label `trainer.kubeflow.org/trainjob-ancestor-step: trainer` on the job that trains"
        yield Finding(jobs[0].path, message, hint)
