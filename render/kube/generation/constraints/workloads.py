"""Constraints of workloads (kinds whose controllers create pods) and of the fields of pods."""

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


_LUN = {"minimum": 0, "maximum": 255}
_PARTITION = {"minimum": 0, "maximum": 255}

VOLUMES: dict[str, dict[str, Any]] = {
    "AWSElasticBlockStoreVolumeSource.partition": _PARTITION,
    "AzureDiskVolumeSource.cachingMode": {"enum": ["None", "ReadOnly", "ReadWrite"]},
    "AzureDiskVolumeSource.kind": {"enum": ["Dedicated", "Managed", "Shared"]},
    "FCVolumeSource.lun": _LUN,
    "GCEPersistentDiskVolumeSource.partition": _PARTITION,
    "ISCSIPersistentVolumeSource.lun": _LUN,
    "ISCSIVolumeSource.lun": _LUN,
}


_NOT_NEGATIVE = {"minimum": 0}
_MODE = {"minimum": 0, "maximum": 0o777}
_ID = {"minimum": 0, "maximum": 2**31 - 1}
_WEIGHT = {"minimum": 1, "maximum": 100}
_PERCENT = {"pattern": "^[0-9]+%$"}
_CONTAINER = {
    "imagePullPolicy": {"enum": ["Always", "IfNotPresent", "Never"]},
    "restartPolicy": {"enum": ["Always", "Never", "OnFailure"]},
    "terminationMessagePolicy": {"enum": ["FallbackToLogsOnError", "File"]},
}

WORKLOADS: dict[str, dict[str, Any]] = {
    "ConfigMapVolumeSource.defaultMode": _MODE,
    # 0 means no host port, which a training spec does not need to state.
    "ContainerPort.hostPort": {"minimum": 0, "maximum": 65535},
    "CronJobSpec.concurrencyPolicy": {"enum": ["Allow", "Forbid", "Replace"]},
    "CronJobSpec.failedJobsHistoryLimit": _NOT_NEGATIVE,
    "CronJobSpec.startingDeadlineSeconds": _NOT_NEGATIVE,
    "CronJobSpec.successfulJobsHistoryLimit": _NOT_NEGATIVE,
    "DaemonSetSpec.minReadySeconds": _NOT_NEGATIVE,
    "DaemonSetSpec.revisionHistoryLimit": _NOT_NEGATIVE,
    "DaemonSetUpdateStrategy.type": {"enum": ["OnDelete", "RollingUpdate"]},
    "DeploymentSpec.minReadySeconds": _NOT_NEGATIVE,
    "DeploymentSpec.progressDeadlineSeconds": _NOT_NEGATIVE,
    "DeploymentSpec.replicas": _NOT_NEGATIVE,
    "DeploymentSpec.revisionHistoryLimit": _NOT_NEGATIVE,
    "DeploymentStrategy.type": {"enum": ["Recreate", "RollingUpdate"]},
    "DownwardAPIVolumeFile.mode": _MODE,
    "DownwardAPIVolumeSource.defaultMode": _MODE,
    **{f"EphemeralContainer.{field}": keywords for field, keywords in _CONTAINER.items()},
    "ExecAction.command": {"minItems": 1},
    "HTTPGetAction.port": _PORT,
    "JobSpec.activeDeadlineSeconds": _NOT_NEGATIVE,
    "JobSpec.backoffLimit": _NOT_NEGATIVE,
    "JobSpec.backoffLimitPerIndex": _NOT_NEGATIVE,
    "JobSpec.completionMode": {"enum": ["Indexed", "NonIndexed"]},
    "JobSpec.completions": _NOT_NEGATIVE,
    "JobSpec.maxFailedIndexes": _NOT_NEGATIVE,
    "JobSpec.parallelism": _NOT_NEGATIVE,
    "JobSpec.podReplacementPolicy": {"enum": ["Failed", "TerminatingOrFailed"]},
    "JobSpec.ttlSecondsAfterFinished": _NOT_NEGATIVE,
    "KeyToPath.mode": _MODE,
    "NodeSelector.nodeSelectorTerms": {"minItems": 1},
    "PodFailurePolicyOnExitCodesRequirement.operator": {"enum": ["In", "NotIn"]},
    "PodFailurePolicyOnExitCodesRequirement.values": {"minItems": 1, "maxItems": 255},
    "PodFailurePolicyOnPodConditionsPattern.status": {"enum": ["False", "True", "Unknown"]},
    "PodFailurePolicyRule.action": {"enum": ["Count", "FailIndex", "FailJob", "Ignore"]},
    "PodFailurePolicyRule.onPodConditions": {"maxItems": 20},
    "PodOS.name": {"enum": ["linux", "windows"]},
    "PodSecurityContext.fsGroup": _ID,
    "PodSecurityContext.runAsGroup": _ID,
    "PodSecurityContext.runAsUser": _ID,
    "PodSecurityContext.supplementalGroups": {"items": _ID},
    "PodSpec.activeDeadlineSeconds": {"minimum": 1, "maximum": 2**31 - 1},
    "PodSpec.containers": {"minItems": 1},
    "PodSpec.dnsPolicy": {"enum": ["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"]},
    "PodSpec.preemptionPolicy": {"enum": ["Never", "PreemptLowerPriority"]},
    "PodSpec.restartPolicy": {"enum": ["Always", "Never", "OnFailure"]},
    "PreferredSchedulingTerm.weight": _WEIGHT,
    "Probe.failureThreshold": _NOT_NEGATIVE,
    "Probe.initialDelaySeconds": _NOT_NEGATIVE,
    "Probe.periodSeconds": _NOT_NEGATIVE,
    "Probe.successThreshold": _NOT_NEGATIVE,
    "Probe.terminationGracePeriodSeconds": {"minimum": 1},
    "Probe.timeoutSeconds": _NOT_NEGATIVE,
    "ProjectedVolumeSource.defaultMode": _MODE,
    "ReplicaSetSpec.minReadySeconds": _NOT_NEGATIVE,
    "ReplicaSetSpec.replicas": _NOT_NEGATIVE,
    "ReplicationControllerSpec.replicas": _NOT_NEGATIVE,
    "RollingUpdateDaemonSet.maxSurge": _PERCENT,
    "RollingUpdateDaemonSet.maxUnavailable": _PERCENT,
    "RollingUpdateDeployment.maxSurge": _PERCENT,
    "RollingUpdateDeployment.maxUnavailable": _PERCENT,
    "RollingUpdateStatefulSetStrategy.maxUnavailable": _PERCENT,
    "SecretVolumeSource.defaultMode": _MODE,
    "SecurityContext.runAsGroup": _ID,
    "SecurityContext.runAsUser": _ID,
    "ServiceAccountTokenProjection.expirationSeconds": {"minimum": 600, "maximum": 2**32},
    "ReplicationControllerSpec.minReadySeconds": _NOT_NEGATIVE,
    "StatefulSetOrdinals.start": _NOT_NEGATIVE,
    "StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted": {"enum": ["Delete", "Retain"]},
    "StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled": {"enum": ["Delete", "Retain"]},
    "StatefulSetSpec.minReadySeconds": _NOT_NEGATIVE,
    "StatefulSetSpec.podManagementPolicy": {"enum": ["OrderedReady", "Parallel"]},
    "StatefulSetSpec.replicas": _NOT_NEGATIVE,
    "StatefulSetUpdateStrategy.type": {"enum": ["OnDelete", "RollingUpdate"]},
    "SuccessPolicy.rules": {"minItems": 1, "maxItems": 20},
    "TCPSocketAction.port": _PORT,
    "TopologySpreadConstraint.maxSkew": {"minimum": 1},
    "TopologySpreadConstraint.minDomains": {"minimum": 1},
    "WeightedPodAffinityTerm.weight": _WEIGHT,
}
