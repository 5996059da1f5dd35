"""ADM103 service-name-starts-with-digit: a Service's name starts with a digit, which API servers before 1.36 reject.

Before Kubernetes 1.36 a Service's name must be a label of RFC 1035, which starts with a letter. Kubernetes 1.36 and
later also accept a digit.

Source: https://kep.k8s.io/5311

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: 7b-sft}
    spec: {ports: [{port: 29500}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: sft-7b}
    spec: {ports: [{port: 29500}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the name also fits the older rule."""
    name = item.data.get("metadata", {}).get("name", "")
    if name and not any(dns.label_errors(name)):
        hint = "start the name with a letter: API servers before 1.36 require it"
        yield from each_invalid(("metadata", "name"), name, dns.label_1035_errors(name), hint)
