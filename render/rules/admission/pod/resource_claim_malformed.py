"""ADM216 resource-claim-malformed: a pod's resource claim names no source, or two.

Each of `resourceClaims` has a name of its own, a DNS label, and either `resourceClaimName` or
`resourceClaimTemplateName`. The API server refuses the pod.

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

from render.kube import dns
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import duplicate, each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_SOURCES = ("resourceClaimName", "resourceClaimTemplateName")


@rule(keys=("resourceClaims",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each claim."""
    seen: set[str] = set()
    for path, claim in listed(pod.spec_path, pod.spec, "resourceClaims"):
        name = claim.get("name", "")
        if not name:
            yield required((*path, "name"))
        elif name in seen:
            yield duplicate((*path, "name"), name)
        else:
            yield from each_invalid((*path, "name"), name, dns.label(name))
        seen.add(name)
        yield from _source(path, claim)


def _source(path: Path, claim: Data) -> Iterator[Finding]:
    sources = [field for field in _SOURCES if field in claim]
    if not sources:
        yield invalid(path, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`")
    elif len(sources) > 1:
        yield invalid(path, claim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")
    for field in sources:
        yield from each_invalid((*path, field), claim[field], dns.subdomain(claim[field]))
