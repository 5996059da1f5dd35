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
    "Container": ["image"],
    "ExecAction": ["command"],
    "PersistentVolumeClaimSpec": ["accessModes", "resources"],
    "SecretVolumeSource": ["secretName"],
    "VolumeResourceRequirements": ["requests"],
}
"""Names by `TYPE`."""
