"""ADM703 dependency-on-itself: a replicated job depends on itself.

JobSet's webhook accepts a replicated job that depends on itself, but never creates its Jobs: the JobSet has no pods and
no error message.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/depends_on.go

Example:
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
          dependsOn: [{name: node, status: Ready}]
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
from render.manifests.paths import list_items
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=(JOBSET,), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Check that no job depends on itself."""
    for job in replicated_jobs(item.data):
        for place, dependency in list_items(job.path, job.data, "dependsOn"):
            if dependency.get("name") == job.name:
                yield Finding((*place, "name"), f"`{job.name}` depends on itself and never starts", "name another job")
