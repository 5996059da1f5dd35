"""Fields that the API server sets if a manifest does not: defaults, and values from admission plugins and webhooks.

Source: `SetDefaults_*` in https://github.com/kubernetes/kubernetes/tree/master/pkg/apis and the admission plugins of
https://github.com/kubernetes/kubernetes/tree/master/plugin/pkg/admission
"""

from collections.abc import Mapping
from typing import Any

from render.kube.gvk import GroupVersionKind, Schema
from render.kube.identity_cache import cache_by_identity

METADATA = frozenset(("creationTimestamp", "generation", "managedFields", "namespace", "resourceVersion", "uid"))
"""Metadata that every object gets; its namespace is that of the request."""

OBJECTS = METADATA | frozenset(
    (
        *("apiVersion", "kind", "metadata", "finalizers", "replicas", "selector", "status", "type", "suspend"),
        *("backoffLimit", "completionMode", "completions", "manualSelector", "parallelism", "podReplacementPolicy"),
        *("concurrencyPolicy", "failedJobsHistoryLimit", "successfulJobsHistoryLimit"),
        *("maxSurge", "maxUnavailable", "partition", "podManagementPolicy", "progressDeadlineSeconds"),
        *("revisionHistoryLimit", "rollingUpdate", "strategy", "updateStrategy"),
        *("imagePullPolicy", "serviceAccount", "terminationMessagePath", "terminationMessagePolicy"),
        *("failureThreshold", "periodSeconds", "scheme", "successThreshold", "timeoutSeconds"),
        *("clusterIP", "clusterIPs", "externalTrafficPolicy", "internalTrafficPolicy", "ipFamilies", "ipFamilyPolicy"),
        *("nodePort", "protocol", "sessionAffinity", "targetPort"),
        *("defaultMode", "volumeMode", "volumeName", "storageClassName", "volumeBindingMode", "reclaimPolicy"),
        *("persistentVolumeClaimRetentionPolicy", "persistentVolumeReclaimPolicy"),
    )
)
"""Fields that objects of built-in kinds get."""

POD: Mapping[str, Any] = {
    "dnsPolicy": "ClusterFirst",
    "restartPolicy": "Always",
    "schedulerName": "default-scheduler",
    "securityContext": {},
    "terminationGracePeriodSeconds": 30,
}
"""Defaults of the spec of a pod, also in a pod template."""

PODS = OBJECTS | frozenset(
    (
        *("enableServiceLinks", "imagePullSecrets", "nodeName", "overhead", "preemptionPolicy", "priority"),
        *("priorityClassName", "serviceAccountName", "tolerations", "volumeMounts", "volumes"),
    )
)
"""Fields that a pod gets: those of all built-in kinds, and those that a pod template does not get."""

_MORE = {
    "LimitRange": frozenset(("default", "defaultRequest")),
    "Pod": frozenset(("limits", "requests")),
    "Secret": frozenset(("data", "stringData")),
}
"""Fields by kind that may get further entries even if they are written."""

WEBHOOKS: Mapping[str, frozenset[str]] = {
    "jobset.x-k8s.io": frozenset(
        (
            *("completionMode", "restartPolicy", "network", "enableDNSHostnames", "publishNotReadyAddresses"),
            *("startupPolicy", "startupPolicyOrder", "successPolicy", "ttlSecondsAfterFinished"),
        )
    ),
    "batch.volcano.sh": frozenset(("maxRetry", "minAvailable", "queue", "schedulerName")),
    "scheduling.volcano.sh": frozenset(("queue", "reclaimable", "weight")),
    "kueue.x-k8s.io": frozenset(("active", "preemption", "queueingStrategy")),
}
"""Fields that the webhooks of a project set, by API group."""


def server_set_fields(kind: GroupVersionKind, data: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of a built-in kind's object that may get further entries even if they are written."""
    # A Job without labels gets the labels of its pod template.
    is_unlabelled_job = kind.name == "Job" and not data.get("metadata", {}).get("labels")
    return frozenset(("labels",)) if is_unlabelled_job else _MORE.get(kind.name, frozenset())


_RANDOM = "abcde"
"""Placeholder for the five characters that the API server chooses for `generateName`."""
_MAX_START = 58
"""Maximum characters of `generateName` that the API server keeps."""


def name_of(metadata: Mapping[str, Any]) -> str:
    """Return the name of an object, or a sample of its generated name; empty without `name` and `generateName`."""
    if name := metadata.get("name"):
        return str(name)
    start = metadata.get("generateName")
    return f"{start[:_MAX_START]}{_RANDOM}" if start else ""


def with_generated_name(data: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the name that the API server generates (`generateName`) before it checks any rule."""
    metadata = data.get("metadata", {})
    return {**data, "metadata": {**metadata, "name": name_of(metadata)}} if "generateName" in metadata else data


def with_defaults(schema: Schema, value: Any) -> Any:
    """Return a copy of a value with the defaults of its schema, and without the nulls that the API server removes.

    The rules: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
    """
    if isinstance(value, dict):
        return _mapping(schema, value)
    if isinstance(value, list):
        items = schema.get("items", {})
        return [with_defaults(items, item) for item in value]
    return value


def _mapping(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    properties, others = schema.get("properties"), schema.get("additionalProperties")
    known = {name: item for name, item in value.items() if item is not None}
    other = others if isinstance(others, dict) else {}
    if properties is None:
        return {name: with_defaults(other, item) for name, item in known.items()}
    known |= {name: default for name, default in _defaults(properties).items() if name not in known}
    return {name: with_defaults(properties.get(name, other), item) for name, item in known.items()}


@cache_by_identity(4096)
def _defaults(properties: Mapping[str, Schema]) -> Mapping[str, Any]:
    return {name: item["default"] for name, item in properties.items() if "default" in item}
