"""ADM611 ingress-empty: an Ingress has neither rules nor a default backend.

The API server rejects the Ingress.

Source: https://kubernetes.io/docs/concepts/services-networking/ingress/#default-backend

Example:
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: tensorboard}
    spec: {ingressClassName: nginx}
Use instead:
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: tensorboard}
    spec: {ingressClassName: nginx, defaultBackend: {service: {name: tensorboard, port: {number: 80}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("networking.k8s.io/Ingress",))
def check(item: Object) -> Iterator[Finding]:
    """Check that the Ingress leads to a Service."""
    spec = item.data.get("spec") or {}
    if not spec.get("defaultBackend") and not spec.get("rules"):
        hint = "a patch for Kustomize is checked as part of what `kustomize build` prints"
        yield invalid(("spec",), spec, "either `defaultBackend` or `rules` must be specified", hint)
