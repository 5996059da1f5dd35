"""Objects as Go's types keep them: what a controller reads of an object, and writes of it.

Source: https://github.com/kubernetes/api/blob/v0.36.2/core/v1/types.go
"""

from typing import Any

from render.kube.kind import Schema
from render.kube.quantity import amount, canonical
from render.kube.scalars import QUANTITY

_POINTERS = frozenset(
    (
        *("allowPrivilegeEscalation", "automountServiceAccountToken", "enableServiceLinks", "hostProcess", "hostUsers"),
        *("manualSelector", "optional", "privileged", "readOnlyRootFilesystem", "runAsNonRoot", "setHostnameAsFQDN"),
        *("shareProcessNamespace", "suspend", "enableDNSHostnames", "publishNotReadyAddresses"),
        *("activeDeadlineSeconds", "backoffLimit", "backoffLimitPerIndex", "completions", "maxFailedIndexes"),
        *("parallelism", "succeededCount", "ttlSecondsAfterFinished", "defaultMode", "expirationSeconds", "mode"),
        *("fsGroup", "minDomains", "priority", "runAsGroup", "runAsUser", "terminationGracePeriodSeconds"),
        *("tolerationSeconds", "hostnameOverride", "localhostProfile", "resourceClaimName", "runAsUserName"),
        *("runtimeClassName", "service", "storageClassName", "volumeAttributesClassName", "volumeMode"),
        *("completionMode", "fsGroupChangePolicy", "managedBy", "mountPropagation", "nodeAffinityPolicy"),
        *("nodeTaintsPolicy", "podGroupName", "podReplacementPolicy", "preemptionPolicy", "procMount"),
        *("recursiveReadOnly", "supplementalGroupsPolicy"),
    )
)
"""Fields that are pointers, so that false, 0 and an empty text in them are something."""


def kept(schema: Schema, value: Any) -> Any:
    """Return a copy of a value: without null and what is nothing to Go, with quantities as it writes them.

    `schema` is that of the value, of an object of a custom resource.
    """
    match value:
        case dict():
            return _mapping(schema, value)
        case list():
            below = schema.get("items", {})
            return [kept(below, item) for item in value]
        case _:
            return quantity(value) if schema.get("pattern") == QUANTITY else value


def quantity(value: Any) -> Any:
    """Return a quantity as Go writes it, and what is none as it is."""
    return value if amount(value) is None else canonical(str(value))


def _mapping(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties")
    required, other = schema.get("required", ()), others if isinstance(others, dict) else {}
    found = {}
    for name, item in value.items():
        below = properties.get(name, other)
        one = None if item is None else kept(below, item)
        if one is None or (name in properties and name not in required and _is_left_out(name, one, below)):
            continue
        found[name] = one
    if "divisor" in properties:  # no pointer, and no scalar: Go always writes it
        found.setdefault("divisor", "0")
    return found


def _is_left_out(name: str, value: Any, schema: Schema) -> bool:
    if isinstance(value, dict):
        return not value and "properties" not in schema
    return not value and name not in _POINTERS
