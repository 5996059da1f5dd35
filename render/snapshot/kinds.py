"""The kinds whose objects a snapshot has, and the fields that it keeps: those that checks and schedulers read."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple, TypeAlias

from render.cluster.products import COSCHEDULING, JOBSET, KAI, KAI_SCHEDULING, KUEUE, NATIVE, TRAINER, VOLCANO
from render.manifests.paths import Data

Fields: TypeAlias = "bool | Mapping[str, Fields] | list[Fields]"
"""The part of a value that is kept: True for all of it, of a mapping some keys, of a list a part of each item."""


class Scope(Enum):
    """Where the objects of a kind are read."""

    CLUSTER = auto()
    ALL = auto()
    """In all namespaces."""
    NAMED = auto()
    """In the namespaces that the user names."""


class Kind(NamedTuple):
    """A kind with the fields that are kept, after `metadata.name` and `metadata.namespace`."""

    group: str
    name: str
    scope: Scope
    fields: Mapping[str, Fields] = {}
    keys: tuple[str, ...] = ()
    """Fields whose keys alone are kept, never their values."""
    is_kept: Callable[[Data], bool] = lambda _: True
    """Returns False for objects that no check reads."""


_CONDITION: Fields = {"type": True, "status": True, "reason": True, "message": True}
_CLAIM: Fields = {"accessModes": True, "resources": {"requests": True}, "storageClassName": True, "volumeMode": True}
_QUOTA: Fields = {"hard": True, "scopes": True, "scopeSelector": True, "used": True}
_DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"
_QUEUE_STATUS: Fields = {"conditions": [_CONDITION], "flavorsReservation": True}
_ADMISSION: Fields = {"clusterQueue": True, "podSetAssignments": [{"name": True, "resourceUsage": True}]}


def _is_free(volume: Data) -> bool:
    return volume.get("status", {}).get("phase") in ("Available", "Pending")


def _is_admitted(workload: Data) -> bool:
    return bool(workload.get("status", {}).get("admission"))


KINDS = (
    Kind("", "Namespace", Scope.CLUSTER, {"metadata": {"labels": True}, "status": {"phase": True}}),
    Kind(
        "",
        "PersistentVolume",
        Scope.CLUSTER,
        {"spec": {"accessModes": True, "storageClassName": True}, "status": {"phase": True}},
        is_kept=_is_free,
    ),
    Kind(
        "storage.k8s.io",
        "StorageClass",
        Scope.CLUSTER,
        # Of several default classes the newest counts.
        {
            "metadata": {"annotations": {_DEFAULT_CLASS: True}, "creationTimestamp": True},
            "provisioner": True,
            "volumeBindingMode": True,
        },
    ),
    Kind("scheduling.k8s.io", "PriorityClass", Scope.CLUSTER, {"value": True, "globalDefault": True}),
    Kind("node.k8s.io", "RuntimeClass", Scope.CLUSTER, {"handler": True, "overhead": True, "scheduling": True}),
    Kind("resource.k8s.io", "DeviceClass", Scope.CLUSTER, {"spec": {"extendedResourceName": True}}),
    Kind(
        "resource.k8s.io",
        "ResourceSlice",
        Scope.CLUSTER,
        {"spec": {"driver": True, "nodeName": True, "devices": [{"name": True}]}},
    ),
    Kind(KUEUE, "ClusterQueue", Scope.CLUSTER, {"spec": True, "status": _QUEUE_STATUS}),
    Kind(KUEUE, "Cohort", Scope.CLUSTER, {"spec": True}),
    Kind(KUEUE, "ResourceFlavor", Scope.CLUSTER, {"spec": True}),
    Kind(KUEUE, "Topology", Scope.CLUSTER, {"spec": True}),
    Kind(KUEUE, "WorkloadPriorityClass", Scope.CLUSTER, {"value": True}),
    Kind(VOLCANO, "Queue", Scope.CLUSTER, {"spec": True, "status": {"state": True, "allocated": True}}),
    Kind("topology.volcano.sh", "HyperNode", Scope.CLUSTER, {"spec": True}),
    Kind(KAI_SCHEDULING, "Queue", Scope.CLUSTER),
    Kind(KAI, "Topology", Scope.CLUSTER, {"spec": True}),
    Kind(KUEUE, "LocalQueue", Scope.ALL, {"spec": {"clusterQueue": True, "stopPolicy": True}}),
    Kind("", "LimitRange", Scope.ALL, {"spec": True}),
    Kind("", "ResourceQuota", Scope.ALL, {"spec": _QUOTA, "status": _QUOTA}),
    Kind("", "Secret", Scope.NAMED, {"type": True}, keys=("data",)),
    Kind("", "ConfigMap", Scope.NAMED, keys=("data", "binaryData")),
    Kind("", "PersistentVolumeClaim", Scope.NAMED, {"spec": _CLAIM, "status": {"phase": True}}),
    Kind("", "Service", Scope.NAMED),
    Kind("", "ServiceAccount", Scope.NAMED),
    Kind("batch", "Job", Scope.NAMED),
    Kind("networking.k8s.io", "NetworkPolicy", Scope.NAMED),
    Kind("resource.k8s.io", "ResourceClaim", Scope.NAMED),
    Kind("resource.k8s.io", "ResourceClaimTemplate", Scope.NAMED, {"spec": {"spec": {"devices": {"requests": True}}}}),
    Kind(JOBSET, "JobSet", Scope.NAMED),
    Kind(TRAINER, "TrainJob", Scope.NAMED),
    Kind(TRAINER, "TrainingRuntime", Scope.NAMED),
    Kind(VOLCANO, "PodGroup", Scope.NAMED),
    Kind(COSCHEDULING, "PodGroup", Scope.NAMED),
    Kind(NATIVE, "PodGroup", Scope.NAMED),
    Kind(
        KUEUE,
        "Workload",
        Scope.NAMED,
        {"metadata": {"ownerReferences": [{"kind": True, "name": True}]}, "status": {"admission": _ADMISSION}},
        is_kept=_is_admitted,
    ),
)
"""The kinds in the order of the file. Nodes and pods have sections of their own."""


def trim(kind: Kind, data: Data) -> dict[str, Any]:
    """Return the part of an object that is kept; of the fields in `keys` the sorted names: `{data: [KEY]}`."""
    own = {"name": True, "namespace": True, "deletionTimestamp": True}
    metadata = kind.fields.get("metadata", {})
    fields: dict[str, Fields] = {"metadata": {**own, **(metadata if isinstance(metadata, Mapping) else {})}}
    fields |= {name: below for name, below in kind.fields.items() if name != "metadata"}
    found: dict[str, Any] = select_fields(data, fields)
    return found | {name: sorted(data[name]) for name in kind.keys if data.get(name)}


def select_fields(value: Any, fields: Fields) -> Any:
    """Return a part of a value, without what is empty, in the order of the fields."""
    if isinstance(fields, Mapping) and isinstance(value, Mapping):
        parts = {key: select_fields(value[key], below) for key, below in fields.items() if key in value}
        return {key: part for key, part in parts.items() if part not in (None, {}, [])}
    if isinstance(fields, list) and isinstance(value, list):
        return [select_fields(item, fields[0]) for item in value]
    return value
