"""ADM608 external-name-malformed: a Service stands for an external name, and has none.

With the type `ExternalName` the field `externalName` is a DNS name; a dot at its end is let pass. The API server
refuses the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#externalname

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {type: ExternalName, externalName: https://store.example.com}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {type: ExternalName, externalName: store.example.com}
"""

from collections.abc import Iterator

from render.kube import dns
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid, required
from render.rules.admission.service._service import kind
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("type",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with the name."""
    spec, path = item.data.get("spec", {}), ("spec", "externalName")
    if kind(spec) != "ExternalName":
        return
    name = spec.get("externalName", "").removesuffix(".")
    if name:
        yield from each_invalid(path, name, dns.subdomain(name))
    else:
        yield required(path)
