"""ADM702 dependency-unknown: a replicated job depends on one that is not listed before it.

A dependency names a replicated job further up in the list. JobSet's webhook rejects any other name.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

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
          dependsOn: [{name: datasets, status: Complete}]
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
from render.rules.admission._field_errors import invalid
from render.rules.admission._names import format_names
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Check that each dependency is listed before its job."""
    above: set[str] = set()
    for job in replicated_jobs(item.data):
        above.add(job.name)
        for place, dependency in list_items(job.path, job.data, "dependsOn"):
            name = dependency.get("name", "")
            if name not in above:
                hint = f"the replicated jobs before `{job.name}`: {format_names(above - {job.name})}"
                why = f"replicatedJob: {job.name} cannot depend on replicatedJob: {name}"
                yield invalid((*place, "name"), name, why, hint)
