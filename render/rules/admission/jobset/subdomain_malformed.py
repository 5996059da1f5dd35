"""ADM707 subdomain-malformed: the subdomain of a JobSet's pods is not a valid Service name.

JobSet creates a Service named after `network.subdomain`, so it is a DNS label: lower case letters, digits and `-`,
starting with a letter, at most 63 characters. JobSet's webhook rejects the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      network: {subdomain: sft.training}
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      network: {subdomain: sft-training}
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("subdomain",))
def check(item: Object) -> Iterator[Finding]:
    """Check the subdomain."""
    subdomain = item.data.get("spec", {}).get("network", {}).get("subdomain")
    if subdomain:
        place = ("spec", "network", "subdomain")
        yield from each_invalid(
            place, subdomain, dict.fromkeys((*dns.subdomain_errors(subdomain), *dns.label_1035_errors(subdomain)))
        )
