"""ADM832 name-too-long: the Jobs or pods of a TrainJob get names that they can't have.

A TrainJob's JobSet has its name, and JobSet refuses one whose Jobs or pods (`TRAINJOB-JOB-INDEX-POD-xxxxx`) would
have names of more than 63 characters: 48 are left for a TrainJob of up to ten nodes, 33 for one with a dataset
initializer. The TrainJob is accepted with up to 63, and then never has a pod and says nothing.

Source: https://github.com/kubeflow/trainer/issues/3671

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: llama-3-1-70b-instruct-sft-on-tulu-3-with-deepspeed}
    spec:
      runtimeRef: {name: torch}
      trainer: {numNodes: 16}
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
    metadata: {name: llama-70b-sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {numNodes: 16}
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

from render.kube.dns import MAX_LABEL
from render.manifests.jobset import ReplicatedJob, jobset_name
from render.manifests.trainjob import NODE, Training, trainings
from render.rules.rule import Finding, Objects, rule

_SUFFIX = "-abcde"
"""Stands for what the Job controller puts behind a pod's host name to get its name."""


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each name that leaves no room for those of some pods."""
    for training in trainings(items):
        name = jobset_name(training.job.data)
        hosts = [job.host_name(name, _replicas(job) - 1, _pods(job, training) - 1) for job in training.replicated_jobs]
        longest = max(hosts, key=len, default="")
        excess = len(longest) + len(_SUFFIX) - MAX_LABEL
        # A longer name than a label is refused by itself.
        if excess > 0 and len(name) <= MAX_LABEL:
            message = (
                f"pod `{longest}{_SUFFIX}` would have {MAX_LABEL + excess} characters, at most {MAX_LABEL} are allowed"
            )
            hint = f"give the TrainJob a name of at most {len(name) - excess} characters, not {len(name)}"
            yield Finding(("metadata", "name"), message, hint, training.job)


def _replicas(job: ReplicatedJob) -> int:
    return 1 if job.step else job.replicas


def _pods(job: ReplicatedJob, training: Training) -> int:
    """Return the pods of a replicated job, as Trainer counts them."""
    asked = (training.trainer or {}).get("numNodes")
    if asked is not None and (job.name == NODE if "mpi" in training.policy else job.step == "trainer"):
        return max(1, int(asked))
    return int(training.policy.get("numNodes", 1)) if job.step == "trainer" else job.parallelism
