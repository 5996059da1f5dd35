"""ADM668 quota-malformed: a quota limits what can't be counted, or is for workloads that exclude each other.

Amounts are not negative, and pods, objects and devices are counted in whole. A name without a domain is one that
quotas know. Scopes that exclude each other hold no workload at all. The API server refuses the quota.

Source: https://kubernetes.io/docs/concepts/policy/resource-quotas/

Example:
    apiVersion: v1
    kind: ResourceQuota
    metadata: {name: team}
    spec: {hard: {gpu: 8}}
Use instead:
    apiVersion: v1
    kind: ResourceQuota
    metadata: {name: team}
    spec: {hard: {requests.nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.kube import labels
from render.kube.quantity import amount
from render.kube.resources import COMPUTE, HUGE_PAGES, is_whole
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule

_COUNTED = frozenset(
    (
        *("configmaps", "persistentvolumeclaims", "pods", "replicationcontrollers", "resourcequotas", "secrets"),
        *("services", "services.loadbalancers", "services.nodeports"),
    )
)
_KNOWN = frozenset(
    (
        *_COUNTED,
        *COMPUTE,
        *(f"{kind}.{name}" for kind in ("limits", "requests") for name in COMPUTE),
        *("requests.storage", "storage"),
    )
)
_EXCLUSIVE = (frozenset({"BestEffort", "NotBestEffort"}), frozenset({"NotTerminating", "Terminating"}))


@rule(kinds=("/ResourceQuota",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each amount, and scopes that exclude each other."""
    spec = item.data.get("spec", {})
    for name, written in spec.get("hard", {}).items():
        path, value = ("spec", "hard", name), amount(written)
        yield from each_invalid(path, name, _unknown(name))
        if value is not None and value < 0:
            yield invalid(path, str(written), "must be greater than or equal to 0")
        elif value is not None and _is_counted(name) and not is_whole(value):
            yield invalid(path, str(written), "must be an integer")
    scopes = spec.get("scopes", ())
    if any(pair.issubset(scopes) for pair in _EXCLUSIVE):
        yield invalid(("spec", "scopes"), scopes, "conflicting scopes")


def _unknown(name: str) -> Iterator[str]:
    yield from labels.key(name)
    if "/" not in name and name not in _KNOWN and not name.removeprefix("requests.").startswith(HUGE_PAGES):
        yield "must be a standard resource for quota"


def _is_counted(name: str) -> bool:
    return name in _COUNTED or name.startswith("count/")
