"""ADM661 policy-selector-malformed: a selector of a disruption budget or network policy is invalid.

Keys and values have the form of labels; `In` and `NotIn` need values, `Exists` and `DoesNotExist` take none. The API
server rejects the object.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors

Example:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec: {podSelector: {matchLabels: {app: train job}}}
Use instead:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: training}
    spec: {podSelector: {matchLabels: {app: train-job}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import EACH, Pattern, select
from render.rules.admission import _selector
from render.rules.rule import Finding, rule

BUDGET, NETWORK = "policy/PodDisruptionBudget", "networking.k8s.io/NetworkPolicy"

_PEERS: tuple[Pattern, ...] = (("spec", "ingress", EACH, "from", EACH), ("spec", "egress", EACH, "to", EACH))
_PLACES: tuple[Pattern, ...] = (
    ("spec", "selector"),
    ("spec", "podSelector"),
    *((*peer, selector) for peer in _PEERS for selector in ("namespaceSelector", "podSelector")),
)


@rule(kinds=(BUDGET, NETWORK), keys=("matchExpressions", "matchLabels"))
def check(item: Object) -> Iterator[Finding]:
    """Check each selector."""
    for pattern in _PLACES:
        for path, selector in select(item.data, pattern):
            yield from _selector.check_selector(path, selector)
