"""ADM668 quota-malformed: a quota has an unknown resource, an invalid amount or conflicting scopes.

Amounts are not negative, and pods, objects and devices are counted in integers. A resource without a domain must be one
that quotas support. Scopes that exclude each other match no pod. The API server rejects the quota.

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

from render.kube.formats import labels
from render.kube.formats.resources import COMPUTE, HUGE_PAGES, is_whole
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid, invalid
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
    """Check each amount and the scopes."""
    spec = item.data.get("spec", {})
    for name, quantity in spec.get("hard", {}).items():
        path, value = ("spec", "hard", name), amount(quantity)
        yield from each_invalid(path, name, _name_errors(name))
        if value is not None and value < 0:
            yield invalid(path, str(quantity), "must be greater than or equal to 0")
        elif value is not None and _is_counted(name) and not is_whole(value):
            yield invalid(path, str(quantity), "must be an integer")
    scopes = spec.get("scopes", ())
    if any(pair.issubset(scopes) for pair in _EXCLUSIVE):
        yield invalid(("spec", "scopes"), scopes, "conflicting scopes")


def _name_errors(name: str) -> Iterator[str]:
    yield from labels.key_errors(name)
    if "/" not in name and name not in _KNOWN and not name.removeprefix("requests.").startswith(HUGE_PAGES):
        yield "must be a standard resource for quota"


def _is_counted(name: str) -> bool:
    return name in _COUNTED or name.startswith("count/")
