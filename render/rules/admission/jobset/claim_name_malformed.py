"""ADM720 claim-name-malformed: a JobSet's claim template has an invalid name.

JobSet creates claims named `TEMPLATE-JOBSET`. The template's name is a DNS subdomain, unique in the JobSet, and the
claim's name has at most 63 characters. JobSet's webhook rejects the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      volumeClaimPolicies:
        - templates:
            - metadata: {name: Data}
              spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: Data, mountPath: /data}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      volumeClaimPolicies:
        - templates:
            - metadata: {name: data}
              spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: data, mountPath: /data}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.jobset import JOBSET, jobset_name
from render.manifests.objects import Object
from render.rules.admission._field_errors import duplicate, each_invalid, invalid
from render.rules.admission.jobset._claim_templates import claim_templates
from render.rules.rule import Finding, rule

_MAX = 63


@rule(kinds=(JOBSET,), keys=("volumeClaimPolicies",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each claim template."""
    jobset = jobset_name(item.data)
    seen: set[str] = set()
    for path, template in claim_templates(item):
        place, name = (*path, "metadata", "name"), template.get("metadata", {}).get("name", "")
        if name in seen:
            yield duplicate(place, name)
        seen.add(name)
        yield from each_invalid(place, name, dns.subdomain_errors(name))
        if len(claim := f"{name}-{jobset}") > _MAX:
            yield invalid(place, name, f"the claim's name `{claim}` has more than {_MAX} characters")
