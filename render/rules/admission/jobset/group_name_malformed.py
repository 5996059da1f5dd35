"""ADM704 group-name-malformed: the group name of a replicated job is not a DNS label.

JobSet writes `groupName` into labels, and its webhook requires a label of RFC 1035: lower case letters, digits and `-`,
starting with a letter, at most 63 characters.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: node
          groupName: Workers
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      replicatedJobs:
        - name: node
          groupName: workers
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("groupName",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each group."""
    for job in replicated_jobs(item.data):
        group = job.data.get("groupName", "default")
        yield from each_invalid((*job.path, "groupName"), group, dns.label_1035_errors(group))
