"""ADM808 patch-target-unknown: a patch targets an unknown job or container.

Trainer merges `runtimePatches` into its runtime by name. It accepts an unknown name: the patch then adds a replicated
job or a container, which has no image and fails later. Trainer is going to reject it
(https://github.com/kubeflow/trainer/pull/3948).

Source: https://github.com/kubeflow/trainer/pull/3948

Example:
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
                  - name: worker
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

from render.manifests.jobset import ReplicatedJob, replicated_jobs
from render.manifests.trainjob import Training, patches, trainings
from render.problem import Severity
from render.rules.admission._names import format_names
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("runtimePatches",))
def check(items: Objects) -> Iterator[Finding]:
    """Check the names in each patch."""
    for training in trainings(items):
        known = {job.name: {one.get("name", "") for _, one in job.containers} for job in training.replicated_jobs}
        for place, template in patches(training.job):
            for job in replicated_jobs(template, place):
                yield from _check_job(job, known, training)


def _check_job(job: ReplicatedJob, known: dict[str, set[str]], training: Training) -> Iterator[Finding]:
    if job.name not in known:
        hint = f"the runtime has {format_names(known)}"
        yield Finding((*job.path, "name"), f"the runtime has no replicated job `{job.name}`", hint, training.job)
        return
    for place, container in job.containers:
        name = container.get("name", "")
        if name not in known[job.name]:
            message = f"`{job.name}` of the runtime has no container `{name}`"
            yield Finding((*place, "name"), message, f"the job has {format_names(known[job.name])}", training.job)
