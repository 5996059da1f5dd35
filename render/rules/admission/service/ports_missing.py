"""ADM604 ports-missing: a Service that is not headless has no ports.

Only a headless Service (`clusterIP: None`) and one of type `ExternalName` can have no ports. The API server rejects the
Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#headless-services

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {selector: {app: train}}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {app: train}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import required
from render.rules.admission.service._service import is_headless, service_type
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the Service has a port."""
    spec = item.data.get("spec", {})
    if not spec.get("ports") and not is_headless(spec) and service_type(spec) != "ExternalName":
        yield required(("spec", "ports"), hint="add a port, or set `clusterIP: None`")
