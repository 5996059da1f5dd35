"""ADM662 budget-ambiguous: a disruption budget says both how many pods must stay and how many may go.

`minAvailable` and `maxUnavailable` are two ways to say one thing. The API server refuses a budget with both.

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
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("policy/PodDisruptionBudget",), keys=("maxUnavailable",))
def check(item: Object) -> Iterator[Finding]:
    """Yield that there are both."""
    spec = item.data.get("spec", {})
    if "minAvailable" in spec and "maxUnavailable" in spec:
        yield invalid(("spec",), spec, "minAvailable and maxUnavailable cannot be both set", "leave one of them")
