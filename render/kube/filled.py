"""Names of fields that an object has on the API server though nobody has written them: defaults, and what webhooks add.

Source: `SetDefaults_*` in https://github.com/kubernetes/kubernetes/tree/master/pkg/apis and the admission plugins of
https://github.com/kubernetes/kubernetes/tree/master/plugin/pkg/admission
"""

from collections.abc import Mapping
from typing import Any

from render.kube.kind import Kind

METADATA = frozenset(("creationTimestamp", "generation", "managedFields", "namespace", "resourceVersion", "uid"))
"""What every object gets; its namespace is that of the request."""

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
"""What the kinds of Kubernetes itself get."""

POD: Mapping[str, Any] = {
    "dnsPolicy": "ClusterFirst",
    "restartPolicy": "Always",
    "schedulerName": "default-scheduler",
    "securityContext": {},
    "terminationGracePeriodSeconds": 30,
}
"""What a pod gets, and the template of one too."""

PODS = OBJECTS | frozenset(
    (
        *("enableServiceLinks", "imagePullSecrets", "nodeName", "overhead", "preemptionPolicy", "priority"),
        *("priorityClassName", "serviceAccountName", "tolerations", "volumeMounts", "volumes"),
    )
)
"""What a pod gets besides, and the template of one does not."""

_MORE = {
    "LimitRange": frozenset(("default", "defaultRequest")),
    "Pod": frozenset(("limits", "requests")),
    "Secret": frozenset(("data", "stringData")),
}
"""Where more is added to what is written."""

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
"""What the webhooks of a project fill in, by its group."""


def changed(kind: Kind, data: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of what an object of Kubernetes itself has more of, whatever is written."""
    # A Job without labels gets those of its pods.
    is_unlabelled_job = kind.name == "Job" and not data.get("metadata", {}).get("labels")
    return frozenset(("labels",)) if is_unlabelled_job else _MORE.get(kind.name, frozenset())
