"""An object as the API server has it: with the defaults that it, or a webhook when it is made, fills in."""

from collections.abc import Mapping
from typing import Any

from render.kube.defaults import defaulted
from render.kube.filled import POD
from render.kube.kind import Kind
from render.kube.schemas import Schemas

Data = Mapping[str, Any]

_WHEN_MADE: Mapping[str, Data] = {
    # https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go
    "jobset.x-k8s.io/JobSet": {
        "spec": {
            "network": {"enableDNSHostnames": True, "publishNotReadyAddresses": True},
            "startupPolicy": {"startupPolicyOrder": "AnyOrder"},
            "successPolicy": {"operator": "All"},
        }
    },
}
_ALWAYS: Mapping[str, Data] = {
    # https://github.com/kubernetes/kubernetes/tree/v1.36.3/pkg/apis: `SetDefaults_*`
    "/PersistentVolumeClaim": {"spec": {"volumeMode": "Filesystem"}},
    "/Secret": {"type": "Opaque"},
    "apps/StatefulSet": {"spec": {"podManagementPolicy": "OrderedReady"}},
    "batch/Job": {
        "spec": {"completionMode": "NonIndexed", "template": {"spec": POD}},
    },
    "scheduling.k8s.io/PriorityClass": {"preemptionPolicy": "PreemptLowerPriority"},
    "storage.k8s.io/StorageClass": {"reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"},
}


def stored(kind: Kind, data: Data, schemas: Schemas, *, is_new: bool) -> dict[str, Any]:
    """Return an object as it is stored. `is_new`: it was made with this content, and not changed to it later."""
    validator = schemas.find(kind)
    is_custom = validator is not None and not schemas.is_own_group(kind.group)
    found = defaulted(validator.schema, dict(data)) if is_custom and validator is not None else dict(data)
    found = _over(_ALWAYS.get(kind.group_kind, {}), found)
    return _over(_WHEN_MADE.get(kind.group_kind, {}), found) if is_new else found


def _over(defaults: Data, data: Data) -> dict[str, Any]:
    """Return data with the defaults of what it leaves out."""
    merged = dict(data)
    for key, default in defaults.items():
        given = data.get(key)
        if isinstance(default, Mapping) and isinstance(given, Mapping | None):
            merged[key] = _over(default, given or {})
        elif given is None:
            merged[key] = default
    return merged
