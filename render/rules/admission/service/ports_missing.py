"""ADM604 ports-missing: a Service that is reached at an address of its own has no port.

Only a headless Service (`clusterIP: None`) and one of the type `ExternalName` may have none. The API server refuses the
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
from render.rules.admission._refusal import required
from render.rules.admission.service._service import is_headless, kind
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Yield that there is no port."""
    spec = item.data.get("spec", {})
    if not spec.get("ports") and not is_headless(spec) and kind(spec) != "ExternalName":
        yield required(("spec", "ports"), hint="write a port, or `clusterIP: None`")
