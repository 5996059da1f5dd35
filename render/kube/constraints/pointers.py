"""Choices that the API server tells apart from "not set" when they are empty."""

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
"""By `TYPE.field`: pointers in Go, so that an empty text is a value, and none of the choices."""
