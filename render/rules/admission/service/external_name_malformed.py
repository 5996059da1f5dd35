"""ADM608 external-name-malformed: a Service of type ExternalName has no valid `externalName`.

With `type: ExternalName` the field `externalName` is a DNS name, with or without a final dot. The API server rejects
the Service.

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

from render.kube.formats import dns
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid, required
from render.rules.admission.service._service import service_type
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("type",))
def check(item: Object) -> Iterator[Finding]:
    """Check the external name."""
    spec, path = item.data.get("spec", {}), ("spec", "externalName")
    if service_type(spec) != "ExternalName":
        return
    name = spec.get("externalName", "").removesuffix(".")
    if name:
        yield from each_invalid(path, name, dns.subdomain_errors(name))
    else:
        yield required(path)
