"""Objects with the defaults that the API server, or a webhook at creation, fills in."""

from collections.abc import Mapping
from typing import Any

from render.diff.path import EACH
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.kube.server_defaults import POD, with_defaults

Data = Mapping[str, Any]

_AT_CREATION: Mapping[str, Data] = {
    # https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go
    "jobset.x-k8s.io/JobSet": {
        "spec": {
            "replicatedJobs": {
                EACH: {
                    "template": {
                        "spec": {"completionMode": "Indexed", "template": {"spec": {"restartPolicy": "OnFailure"}}}
                    }
                }
            },
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


def with_server_defaults(
    kind: GroupVersionKind, data: Data, schemas: Schemas, *, before: Data | None = None
) -> dict[str, Any]:
    """Return an object as the API server stores it: created, or changed from `before`.

    Defaults that a webhook filled in at creation stay if neither version sets the field.
    """
    validator = None if schemas.is_own_group(kind.group) else schemas.find(kind)
    found = dict(data) if validator is None else with_defaults(validator.schema, dict(data))
    found = _over(_ALWAYS.get(kind.group_kind, {}), found, None)
    return _over(_AT_CREATION.get(kind.group_kind, {}), found, before)


def _over(defaults: Data, data: Data, before: Data | None) -> dict[str, Any]:
    """Return data with defaults for missing fields, except fields that the change removes."""
    merged = dict(data)
    for key, default in defaults.items():
        own, was = data.get(key), (before or {}).get(key)
        if isinstance(default, Mapping) and EACH in default:
            if isinstance(own, list):
                merged[key] = [_over(default[EACH], item, _same(was, item)) for item in own]
        elif isinstance(own, Mapping):
            merged[key] = _over(default, own, was)
        elif own is None and was is None:
            merged[key] = _over(default, {}, None) if isinstance(default, Mapping) else default
    return merged


def _same(items: Any, item: Data) -> Data | None:
    """Return the old item with the same name."""
    return next((one for one in items or () if one.get("name") == item.get("name")), None)
