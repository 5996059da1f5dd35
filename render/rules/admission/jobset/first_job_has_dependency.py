"""ADM701 first-job-has-dependency: the first replicated job of a JobSet depends on another one.

Replicated jobs start in the order of the list, so the first one cannot depend on another. JobSet's webhook rejects the
object. List a job before the jobs that depend on it.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: node
          dependsOn: [{name: dataset, status: Complete}]
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
        - name: dataset
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: dataset
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
        - name: node
          dependsOn: [{name: dataset, status: Complete}]
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the first replicated job has no dependency."""
    first = next(replicated_jobs(item.data), None)
    if first is not None and first.data.get("dependsOn"):
        hint = "list the replicated jobs in the order in which they start"
        yield forbidden((*first.path, "dependsOn"), "dependsOn can't be set for the first replicated job", hint)
