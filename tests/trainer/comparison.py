"""Compare objects with those that a real API server has stored.

Both sides get the defaults of the API server and of JobSet's webhook, quantities are compared by value, and an
empty map or list counts as absent. Namespaces, owners and the status are left out.
"""

from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from typing import Any

_UNITS = {
    "": Decimal(1),
    "m": Decimal("0.001"),
    **{unit: Decimal(1000) ** power for power, unit in enumerate("kMGTP", 1)},
    **{f"{unit}i": Decimal(1024) ** power for power, unit in enumerate("KMGTP", 1)},
}


def with_defaults(item: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of an object with its defaults, without what is empty and without what only a server knows."""
    item = deepcopy(item)
    item.pop("status", None)
    for key in ("namespace", "ownerReferences"):
        item.setdefault("metadata", {}).pop(key, None)
    spec = item.get("spec") or {}
    if item["kind"] == "JobSet":
        _default_jobset(spec)
    if item["kind"] == "PodGroup":
        _read_quantities(spec.get("minResources"))
    pruned: dict[str, Any] = _prune(item)
    return pruned


def differences(want: Any, got: Any, where: str = "") -> Iterator[str]:
    """Yield a line for each value that is missing, not expected or another one."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in sorted({*want, *got}, key=str):
            if key not in got:
                yield f"{where}.{key}: missing, want {want[key]!r}"
            elif key not in want:
                yield f"{where}.{key}: not expected: {got[key]!r}"
            else:
                yield from differences(want[key], got[key], f"{where}.{key}")
    elif isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            yield f"{where}: {len(got)} items, want {len(want)}"
        for index, (one, other) in enumerate(zip(want, got, strict=False)):
            yield from differences(one, other, f"{where}[{index}]")
    elif want != got:
        yield f"{where}: {got!r}, want {want!r}"


def _default_jobset(spec: dict[str, Any]) -> None:
    network = spec.setdefault("network", {})
    network.setdefault("enableDNSHostnames", True)
    network.setdefault("publishNotReadyAddresses", True)
    spec.setdefault("startupPolicy", {}).setdefault("startupPolicyOrder", "AnyOrder")
    spec.setdefault("successPolicy", {}).setdefault("operator", "All")
    if not spec.get("suspend"):
        spec.pop("suspend", None)
    if failure := spec.get("failurePolicy"):
        failure.setdefault("restartStrategy", "Recreate")
        for index, rule in enumerate(failure.get("rules", [])):
            rule.setdefault("name", f"failurePolicyRule{index}")
    for claim in spec.get("volumeClaimPolicies", []):
        claim.setdefault("retentionPolicy", {}).setdefault("whenDeleted", "Delete")
    for job in spec.get("replicatedJobs", []):
        job.setdefault("groupName", "default")
        job.setdefault("replicas", 1)
        job["template"]["spec"].setdefault("completionMode", "Indexed")
        _default_pod(job["template"]["spec"]["template"]["spec"])


def _default_pod(spec: dict[str, Any]) -> None:
    spec.setdefault("restartPolicy", "OnFailure")
    for container in [*spec.get("containers", []), *spec.get("initContainers", [])]:
        for port in container.get("ports", []):
            port.setdefault("protocol", "TCP")
        for part in (container.get("resources") or {}).values():
            _read_quantities(part)


def _read_quantities(resources: Any) -> None:
    """Replace the quantities of a map by numbers."""
    if isinstance(resources, dict):
        for name, value in resources.items():
            resources[name] = _number(str(value))


def _number(text: str) -> Decimal:
    unit = "" if text[-1:].isdigit() else text.lstrip("+-0123456789.eE")
    return Decimal(text.removesuffix(unit)) * _UNITS[unit]


def _prune(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _prune(item) for key, item in value.items() if key != "creationTimestamp"}
        return {key: item for key, item in kept.items() if item not in ({}, [], None) or key in ("emptyDir", "data")}
    return [_prune(item) for item in value] if isinstance(value, list) else value
