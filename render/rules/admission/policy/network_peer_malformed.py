"""ADM663 network-peer-malformed: a network policy lets pods talk to nobody that there can be.

A peer is selected pods, namespaces or both, or a block of addresses by itself. A block is in CIDR notation, and what is
excepted from it lies within it. The API server refuses the policy.

Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/

Example:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec:
      podSelector: {}
      ingress: [{from: [{ipBlock: {cidr: 10.0.0.7}}]}]
Use instead:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec:
      podSelector: {}
      ingress: [{from: [{ipBlock: {cidr: 10.0.0.7/32}}]}]
"""

from collections.abc import Iterator

from render.kube import addresses
from render.manifests.objects import Object
from render.manifests.places import EACH, Data, listed, places
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_SELECTORS = ("namespaceSelector", "podSelector")


@rule(kinds=("networking.k8s.io/NetworkPolicy",), keys=("from", "to"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each peer."""
    for direction, field in (("ingress", "from"), ("egress", "to")):
        for path, peer in places(item.data, ("spec", direction, EACH, field, EACH)):
            if not peer:
                yield required(path, "must specify a peer")
            elif "ipBlock" in peer:
                if any(selector in peer for selector in _SELECTORS):
                    yield forbidden(path, "may not specify both ipBlock and another peer")
                yield from _block((*path, "ipBlock"), peer["ipBlock"])


def _block(path: Path, block: Data) -> Iterator[Finding]:
    whole = block.get("cidr", "")
    if not whole:
        yield required((*path, "cidr"))
        return
    complaints = list(addresses.block(whole))
    yield from each_invalid((*path, "cidr"), whole, complaints)
    for place, part in listed(path, block, "except"):
        wrong = list(addresses.block(part))
        yield from each_invalid(place, part, wrong)
        if not complaints and not wrong and not addresses.is_strictly_within(part, whole):
            yield invalid(place, part, "must be a strict subset of `cidr`")
