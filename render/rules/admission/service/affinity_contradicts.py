"""ADM609 affinity-contradicts: a Service has settings for a session affinity that it does not have.

`sessionAffinityConfig` belongs to `sessionAffinity: ClientIP`. The API server refuses the Service.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/#session-affinity

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {ports: [{port: 80}], sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec: {ports: [{port: 80}], sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._refusal import forbidden
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",))
def check(item: Object) -> Iterator[Finding]:
    """Yield that there are settings without an affinity."""
    spec = item.data.get("spec", {})
    if (spec.get("sessionAffinity") or "None") == "None" and "sessionAffinityConfig" in spec:
        why = "must not be set when session affinity is None"
        yield forbidden(("spec", "sessionAffinityConfig"), why, "write `sessionAffinity: ClientIP`")
