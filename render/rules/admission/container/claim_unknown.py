"""ADM312 claim-unknown: a container uses a resource claim that its pod does not have.

Each name in a container's `resources.claims` is the name of one of the pod's `resourceClaims`, listed once. The API
server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]
      containers: [{name: main, image: train, resources: {claims: [{name: gpus}]}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]
      containers: [{name: main, image: train, resources: {claims: [{name: gpu}]}}]
"""

from collections.abc import Iterator, Set

from render.kube.formats import dns
from render.manifests.paths import list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import duplicate, each_invalid, missing, required
from render.rules.rule import Finding, rule


@rule(keys=("claims",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the claims of each container."""
    names = {claim.get("name", "") for claim in pod.spec.get("resourceClaims", ())}
    for container in pod.containers:
        yield from _check_claims(container, names)


def _check_claims(container: Container, names: Set[str]) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    used: set[str] = set()
    for path, claim in list_items((*container.path, "resources"), container.data.get("resources", {}), "claims"):
        name, request = claim.get("name", ""), claim.get("request", "")
        if not name:
            yield required((*path, "name"))
            continue
        if request:
            yield from each_invalid((*path, "request"), request, dns.label_errors(request))
        # Without `request`, the container uses all requests of the claim.
        if {(name, request), (name, "")} & seen or (not request and name in used):
            yield duplicate((*path, "name"), f"{name}/{request}" if request else name)
        seen.add((name, request))
        used.add(name)
        if name not in names:
            yield missing((*path, "name"), name, "use a name from the pod's `resourceClaims`")
