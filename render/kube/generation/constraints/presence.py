"""Fields whose presence, emptiness or uniqueness the API server checks differently from the published schema."""

_NAMED = (
    *("ConfigMapEnvSource", "ConfigMapKeySelector", "ConfigMapProjection", "ConfigMapVolumeSource"),
    *("SecretEnvSource", "SecretKeySelector", "SecretProjection"),
)
_SPECIFIED = (
    *("CronJob", "DaemonSet", "Deployment", "Job", "JobTemplateSpec", "PersistentVolumeClaim", "Pod"),
    *("PodTemplateSpec", "ReplicaSet", "StatefulSet"),
)

REQUIRED: dict[str, list[str]] = {
    **{name: ["name"] for name in _NAMED},
    **{name: ["spec"] for name in _SPECIFIED},
    "AggregationRule": ["clusterRoleSelectors"],
    "Container": ["image"],
    "ExecAction": ["command"],
    "PersistentVolumeClaimSpec": ["accessModes", "resources"],
    "PersistentVolumeSpec": ["accessModes", "capacity"],
    "SecretVolumeSource": ["secretName"],
    "VolumeResourceRequirements": ["requests"],
}
"""Fields by `TYPE` that the API server requires, but that are optional in the published schema."""

TOLERATED_DUPLICATES = frozenset(
    {
        "Container.env",
        "Container.ports",
        "EphemeralContainer.env",
        "EphemeralContainer.ports",
        "ObjectMeta.ownerReferences",
        "PodSpec.hostAliases",
        "PodSpec.imagePullSecrets",
        "ServiceAccount.secrets",
    }
)
"""Lists by `TYPE.field` whose keys must be unique in server-side apply, but not in a plain create or update.

The API server accepts duplicates with a warning at most.
"""

NEVER_EMPTY = frozenset(
    {
        "AzureDiskVolumeSource.cachingMode",
        "AzureDiskVolumeSource.kind",
        "Container.restartPolicy",
        "EphemeralContainer.restartPolicy",
        "HPAScalingRules.selectPolicy",
        "JobSpec.completionMode",
        "JobSpec.podReplacementPolicy",
        "NetworkPolicyPort.protocol",
        "PersistentVolumeClaimSpec.volumeMode",
        "PersistentVolumeSpec.volumeMode",
        "PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy",
        "PodSecurityContext.fsGroupChangePolicy",
        "PodSecurityContext.seLinuxChangePolicy",
        "PodSecurityContext.supplementalGroupsPolicy",
        "PodSpec.preemptionPolicy",
        "PriorityClass.preemptionPolicy",
        "SecurityContext.procMount",
        "StorageClass.volumeBindingMode",
        "TopologySpreadConstraint.nodeAffinityPolicy",
        "TopologySpreadConstraint.nodeTaintsPolicy",
        "VolumeMount.mountPropagation",
        "VolumeMount.recursiveReadOnly",
    }
)
"""Enums by `TYPE.field` that are pointers in Go: the empty string is a value, and is rejected."""
