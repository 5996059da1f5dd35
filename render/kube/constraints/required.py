"""Fields that the API server needs and the published schema leaves optional."""

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
"""Names by `TYPE`."""
