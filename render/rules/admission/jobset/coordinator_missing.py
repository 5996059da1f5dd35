"""ADM718 coordinator-missing: a JobSet's coordinator names a pod that does not exist.

`coordinator` names a replicated job, a Job index below its `replicas`, and a pod index below the `completions` of its
Jobs, which must be Indexed. JobSet's webhook rejects any other.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      coordinator: {replicatedJob: node, podIndex: 2}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      coordinator: {replicatedJob: node, podIndex: 0}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_PLACE = ("spec", "coordinator")


@rule(kinds=(JOBSET,), keys=("coordinator",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the coordinator is a pod of the JobSet; yield at most one finding."""
    coordinator = item.data.get("spec", {}).get("coordinator")
    if coordinator is None:
        return
    role, index, pod = (
        coordinator.get("replicatedJob", ""),
        coordinator.get("jobIndex", 0),
        coordinator.get("podIndex", 0),
    )
    job = next((found for found in replicated_jobs(item.data) if found.name == role), None)
    if job is None:
        yield invalid((*_PLACE, "replicatedJob"), role, f"coordinator replicatedJob {role} does not exist")
    elif not 0 <= index < job.replicas:
        yield invalid(
            (*_PLACE, "jobIndex"), index, f"coordinator job index {index} is invalid for replicatedJob {role}"
        )
    elif job.indexes is None:
        why = "job for coordinator pod must be indexed completion mode, and completions number must be set"
        yield invalid((*_PLACE, "replicatedJob"), role, why)
    elif not 0 <= pod < job.indexes:
        why = f"coordinator pod index {pod} is invalid for replicatedJob {role} job index {index}"
        yield invalid((*_PLACE, "podIndex"), pod, why)
