"""Pods: the fields that a training spec passes through."""

from typing import Any

_CONTAINER_PROFILES = ["Localhost", "RuntimeDefault", "Unconfined"]
_PULL_POLICIES = ["Always", "IfNotPresent", "Never"]
_PORT = {"minimum": 1, "maximum": 65535}

PODS: dict[str, dict[str, Any]] = {
    "AppArmorProfile.type": {"enum": _CONTAINER_PROFILES},
    "Container.imagePullPolicy": {"enum": _PULL_POLICIES},
    "Container.restartPolicy": {"enum": ["Always", "Never", "OnFailure"]},
    "Container.terminationMessagePolicy": {"enum": ["FallbackToLogsOnError", "File"]},
    "ContainerPort.containerPort": _PORT,
    "ContainerPort.hostPort": _PORT,
    "ContainerPort.protocol": {"enum": ["SCTP", "TCP", "UDP"]},
    "ContainerResizePolicy.resourceName": {"enum": ["cpu", "memory"]},
    "ContainerResizePolicy.restartPolicy": {"enum": ["NotRequired", "RestartContainer"]},
    "ContainerRestartRule.action": {"enum": ["Restart", "RestartAllContainers"]},
    "ContainerRestartRuleOnExitCodes.operator": {"enum": ["In", "NotIn"]},
    "GRPCAction.mode": {"enum": ["Plaintext", "TLS"]},
    "GRPCAction.port": _PORT,
    "HTTPGetAction.protocol": {"enum": ["HTTP1", "HTTP2"]},
    "HTTPGetAction.scheme": {"enum": ["HTTP", "HTTPS"]},
    "HostPathVolumeSource.type": {
        "enum": ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"]
    },
    "ImageVolumeSource.pullPolicy": {"enum": _PULL_POLICIES},
    "LabelSelectorRequirement.operator": {"enum": ["DoesNotExist", "Exists", "In", "NotIn"]},
    "NodeSelectorRequirement.operator": {"enum": ["DoesNotExist", "Exists", "Gt", "In", "Lt", "NotIn"]},
    "PersistentVolumeClaimSpec.accessModes": {
        "items": {"enum": ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"]}
    },
    "PersistentVolumeClaimSpec.volumeMode": {"enum": ["Block", "Filesystem"]},
    "PodCertificateProjection.keyType": {
        "enum": ["ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"]
    },
    "PodSecurityContext.fsGroupChangePolicy": {"enum": ["Always", "OnRootMismatch"]},
    "PodSecurityContext.seLinuxChangePolicy": {"enum": ["MountOption", "Recursive"]},
    "PodSecurityContext.supplementalGroupsPolicy": {"enum": ["Merge", "Strict"]},
    "SeccompProfile.type": {"enum": _CONTAINER_PROFILES},
    "SecurityContext.procMount": {"enum": ["Default", "Unmasked"]},
    "Toleration.effect": {"enum": ["", "NoExecute", "NoSchedule", "PreferNoSchedule"]},
    "Toleration.operator": {"enum": ["", "Equal", "Exists", "Gt", "Lt"]},
    "TopologySpreadConstraint.nodeAffinityPolicy": {"enum": ["Honor", "Ignore"]},
    "TopologySpreadConstraint.nodeTaintsPolicy": {"enum": ["Honor", "Ignore"]},
    "TopologySpreadConstraint.whenUnsatisfiable": {"enum": ["DoNotSchedule", "ScheduleAnyway"]},
    "VolumeMount.bindMountOptions": {"items": {"enum": ["nodev", "noexec", "nosuid"]}},
    "VolumeMount.mountPropagation": {"enum": ["Bidirectional", "HostToContainer", "None"]},
    "VolumeMount.recursiveReadOnly": {"enum": ["Disabled", "Enabled", "IfPossible"]},
}
