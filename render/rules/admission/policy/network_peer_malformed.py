"""ADM663 network-peer-malformed: a peer of a network policy is empty, ambiguous or has an invalid address block.

A peer has a `podSelector`, a `namespaceSelector` or both, or only an `ipBlock`. A block is in CIDR notation, and
contains each block of its `except`. From Kubernetes 1.36 it has no leading zeros and starts with its first address:
`10.0.0.0/8`, not `10.0.0.1/8`. The API server rejects the policy.

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

from render.kube.formats import addresses
from render.manifests.objects import Object
from render.manifests.paths import EACH, Data, list_items, select
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_SELECTORS = ("namespaceSelector", "podSelector")


@rule(kinds=("networking.k8s.io/NetworkPolicy",), keys=("from", "to"))
def check(item: Object) -> Iterator[Finding]:
    """Check each peer."""
    for direction, field in (("ingress", "from"), ("egress", "to")):
        for path, peer in select(item.data, ("spec", direction, EACH, field, EACH)):
            if not peer:
                yield required(path, "must specify a peer")
            elif "ipBlock" in peer:
                if any(selector in peer for selector in _SELECTORS):
                    yield forbidden(path, "may not specify both ipBlock and another peer")
                yield from _check_block((*path, "ipBlock"), peer["ipBlock"])


def _check_block(path: Path, block: Data) -> Iterator[Finding]:
    whole = block.get("cidr", "")
    if not whole:
        yield required((*path, "cidr"))
        return
    reasons = list(addresses.cidr_errors(whole))
    yield from each_invalid((*path, "cidr"), whole, reasons, _hint(whole))
    for place, part in list_items(path, block, "except"):
        wrong = list(addresses.cidr_errors(part))
        yield from each_invalid(place, part, wrong, _hint(part))
        if not reasons and not wrong and not addresses.is_strictly_within(part, whole):
            yield invalid(place, part, "must be a strict subset of `cidr`")


def _hint(text: str) -> str | None:
    try:
        return f"write `{addresses.block_of(text)}`"
    except ValueError:
        return None
