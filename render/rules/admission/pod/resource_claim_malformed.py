"""ADM216 resource-claim-malformed: a pod's resource claim has no source, or several.

Each of `resourceClaims` has a unique name, a DNS label, and either `resourceClaimName` or `resourceClaimTemplateName`.
The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {resourceClaims: [{name: gpu}], containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate, each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_SOURCES = ("resourceClaimName", "resourceClaimTemplateName")


@rule(keys=("resourceClaims",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each claim."""
    seen: set[str] = set()
    for path, claim in list_items(pod.spec_path, pod.spec, "resourceClaims"):
        name = claim.get("name", "")
        if not name:
            yield required((*path, "name"))
        elif name in seen:
            yield duplicate((*path, "name"), name)
        else:
            yield from each_invalid((*path, "name"), name, dns.label_errors(name))
        seen.add(name)
        yield from _check_source(path, claim)


def _check_source(path: Path, claim: Data) -> Iterator[Finding]:
    sources = [field for field in _SOURCES if field in claim]
    if not sources:
        yield invalid(path, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`")
    elif len(sources) > 1:
        yield invalid(path, claim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")
    for field in sources:
        yield from each_invalid((*path, field), claim[field], dns.subdomain_errors(claim[field]))
