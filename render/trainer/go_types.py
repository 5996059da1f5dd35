"""Objects after a round trip through Go's types, as a controller reads and writes them.

Source: https://github.com/kubernetes/api/blob/v0.36.2/core/v1/types.go
"""

from typing import Any

from render.kube.formats.scalars import QUANTITY
from render.kube.gvk import Schema
from render.kube.quantity import amount, canonical_form

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
"""Pointer fields, which keep false, 0 and an empty text."""


def to_go(schema: Schema, value: Any) -> Any:
    """Return a copy of a value without null and Go's empty values, with quantities in Go's notation.

    `schema` is the schema of the value, in a CRD.
    """
    match value:
        case dict():
            return _mapping(schema, value)
        case list():
            below = schema.get("items", {})
            return [to_go(below, item) for item in value]
        case _:
            return go_quantity(value) if schema.get("pattern") == QUANTITY else value


def go_quantity(value: Any) -> Any:
    """Return a quantity in Go's notation; any other value unchanged."""
    return value if amount(value) is None else canonical_form(str(value))


def _mapping(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties")
    required, other = schema.get("required", ()), others if isinstance(others, dict) else {}
    found = {}
    for name, item in value.items():
        below = properties.get(name, other)
        one = None if item is None else to_go(below, item)
        if one is None or (name in properties and name not in required and _is_left_out(name, one, below)):
            continue
        found[name] = one
    if "divisor" in properties:  # neither a pointer nor a scalar: Go always writes it
        found.setdefault("divisor", "0")
    return found


def _is_left_out(name: str, value: Any, schema: Schema) -> bool:
    if isinstance(value, dict):
        return not value and "properties" not in schema
    return not value and name not in _POINTERS
