"""ADM103 service-name-starts-with-digit: a Service's name is one that API servers before 1.36 refuse.

Until Kubernetes 1.36 a Service's name must be a label of RFC 1035, which starts with a letter; from then on a digit
may come first.

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

from render.kube import dns
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Yield that a name fits the newer rule alone."""
    name = item.data.get("metadata", {}).get("name", "")
    if name and not any(dns.label(name)):
        hint = "start the name with a letter, for API servers before 1.36"
        yield from each_invalid(("metadata", "name"), name, dns.label_1035(name), hint)
