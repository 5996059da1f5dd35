"""ADM706 too-many-pods: a replicated job has more pods than a 32-bit integer can count.

`replicas` times `parallelism` of a replicated job is at most 2147483647. JobSet's webhook rejects the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: node
          replicas: 65536
          template:
            spec:
              completions: 65536
              parallelism: 65536
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: node
          replicas: 1
          template:
            spec:
              completions: 65536
              parallelism: 65536
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_MAX = 2**31 - 1


@rule(kinds=(JOBSET,))
def check(item: Object) -> Iterator[Finding]:
    """Check the number of pods of each replicated job."""
    for job in replicated_jobs(item.data):
        if job.replicas * job.parallelism > _MAX:
            why = f"the product of replicas and parallelism must not exceed {_MAX} for replicatedJob '{job.name}'"
            yield invalid(job.path, dict(job.data), why)
