"""ADM662 budget-ambiguous: a disruption budget sets both `minAvailable` and `maxUnavailable`.

`minAvailable` and `maxUnavailable` are two ways to set the same limit. The API server rejects a budget with both.

Source: https://kubernetes.io/docs/tasks/run-application/configure-pdb/

Example:
    apiVersion: policy/v1
    kind: PodDisruptionBudget
    metadata: {name: train}
    spec: {minAvailable: 4, maxUnavailable: 0, selector: {matchLabels: {app: train}}}
Use instead:
    apiVersion: policy/v1
    kind: PodDisruptionBudget
    metadata: {name: train}
    spec: {maxUnavailable: 0, selector: {matchLabels: {app: train}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("policy/PodDisruptionBudget",), keys=("maxUnavailable",))
def check(item: Object) -> Iterator[Finding]:
    """Check that at most one is set."""
    spec = item.data.get("spec", {})
    if "minAvailable" in spec and "maxUnavailable" in spec:
        yield invalid(("spec",), spec, "minAvailable and maxUnavailable cannot be both set", "remove one of them")
