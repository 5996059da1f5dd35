"""Constraints of all other kinds: networking, storage, policies, access, autoscaling, extensions."""

from typing import Any

_PORT = {"minimum": 1, "maximum": 65535}
_PROTOCOL = {"enum": ["SCTP", "TCP", "UDP"]}
_ACCESS_MODES = {"items": {"enum": ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"]}}
_VOLUME_MODE = {"enum": ["Block", "Filesystem"]}
_OPERATIONS = {"items": {"enum": ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"]}}
_OPERATED_SCOPE = {"enum": ["*", "Cluster", "Namespaced"]}
_ON_FAILURE = {"enum": ["Fail", "Ignore"]}
_MATCH = {"enum": ["Equivalent", "Exact"]}
_REINVOKED = {"enum": ["IfNeeded", "Never"]}
_PREEMPTION = {"enum": ["Never", "PreemptLowerPriority"]}
_TAINT = {"enum": ["NoExecute", "NoSchedule", "PreferNoSchedule"]}
_DEVICE_TOLERATION = {"enum": ["NoExecute", "NoSchedule"]}
_ALLOCATION = {"enum": ["All", "ExactCount"]}
_BUDGET = {"minimum": 0, "pattern": "^([0-9]|[1-9][0-9]|100)%$"}
_SCOPE = {
    "enum": [
        *("BestEffort", "CrossNamespacePodAffinity", "NotBestEffort", "NotTerminating", "PriorityClass"),
        *("Terminating", "VolumeAttributesClass"),
    ]
}
_TIMEOUT = {"minimum": 1, "maximum": 30}

OBJECTS: dict[str, dict[str, Any]] = {
    "AggregationRule.clusterRoleSelectors": {"minItems": 1},
    "CSIDriverSpec.fsGroupPolicy": {"enum": ["File", "None", "ReadWriteOnceWithFSType"]},
    "CSIDriverSpec.volumeLifecycleModes": {"items": {"enum": ["Ephemeral", "Persistent"]}},
    "ClientIPConfig.timeoutSeconds": {"minimum": 1, "maximum": 86400},
    "CustomResourceConversion.strategy": {"enum": ["None", "Webhook"]},
    "CustomResourceDefinitionSpec.scope": {"enum": ["Cluster", "Namespaced"]},
    "DeviceRequest.allocationMode": _ALLOCATION,
    "DeviceSubRequest.allocationMode": _ALLOCATION,
    "DeviceTaint.effect": {"enum": ["NoExecute", "NoSchedule", "None"]},
    "DeviceToleration.effect": _DEVICE_TOLERATION,
    "DeviceToleration.operator": {"enum": ["Equal", "Exists"]},
    "EndpointSlice.addressType": {"enum": ["FQDN", "IPv4", "IPv6"]},
    "ExactDeviceRequest.allocationMode": _ALLOCATION,
    "FlowDistinguisherMethod.type": {"enum": ["ByNamespace", "ByUser"]},
    "HPAScalingPolicy.periodSeconds": {"minimum": 1, "maximum": 1800},
    "HPAScalingPolicy.type": {"enum": ["Percent", "Pods"]},
    "HPAScalingPolicy.value": {"minimum": 1},
    "HPAScalingRules.policies": {"minItems": 1},
    "HPAScalingRules.selectPolicy": {"enum": ["Disabled", "Max", "Min"]},
    "HPAScalingRules.stabilizationWindowSeconds": {"minimum": 0, "maximum": 3600},
    "HTTPIngressPath.pathType": {"enum": ["Exact", "ImplementationSpecific", "Prefix"]},
    "HTTPIngressRuleValue.paths": {"minItems": 1},
    "HorizontalPodAutoscalerSpec.maxReplicas": {"minimum": 1},
    "HorizontalPodAutoscalerSpec.minReplicas": {"minimum": 0},
    "HorizontalPodAutoscalerSpec.targetCPUUtilizationPercentage": {"minimum": 1},
    "MatchResources.matchPolicy": _MATCH,
    "MetricSpec.type": {"enum": ["ContainerResource", "External", "Object", "Pods", "Resource"]},
    "MetricTarget.averageUtilization": {"minimum": 1},
    "MetricTarget.type": {"enum": ["AverageValue", "Utilization", "Value"]},
    "MutatingAdmissionPolicySpec.failurePolicy": _ON_FAILURE,
    "MutatingAdmissionPolicySpec.reinvocationPolicy": _REINVOKED,
    "MutatingWebhook.failurePolicy": _ON_FAILURE,
    "MutatingWebhook.matchPolicy": _MATCH,
    "MutatingWebhook.reinvocationPolicy": _REINVOKED,
    "MutatingWebhook.sideEffects": {"enum": ["None", "NoneOnDryRun"]},
    "MutatingWebhook.timeoutSeconds": _TIMEOUT,
    "Mutation.patchType": {"enum": ["ApplyConfiguration", "JSONPatch"]},
    "NamedRuleWithOperations.operations": _OPERATIONS,
    "NamedRuleWithOperations.scope": _OPERATED_SCOPE,
    "NetworkPolicyPort.endPort": _PORT,
    "NetworkPolicyPort.port": _PORT,
    "NetworkPolicyPort.protocol": _PROTOCOL,
    "NetworkPolicySpec.policyTypes": {"items": {"enum": ["Egress", "Ingress"]}, "maxItems": 2},
    "ParamRef.parameterNotFoundAction": {"enum": ["Allow", "Deny"]},
    "PersistentVolumeClaimSpec.accessModes": {**_ACCESS_MODES, "minItems": 1},
    "PersistentVolumeSpec.accessModes": {**_ACCESS_MODES, "minItems": 1},
    "PersistentVolumeSpec.persistentVolumeReclaimPolicy": {"enum": ["Delete", "Recycle", "Retain"]},
    "PersistentVolumeSpec.volumeMode": _VOLUME_MODE,
    "PodDisruptionBudgetSpec.maxUnavailable": _BUDGET,
    "PodDisruptionBudgetSpec.minAvailable": _BUDGET,
    "PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy": {"enum": ["AlwaysAllow", "IfHealthyBudget"]},
    "PolicyRule.verbs": {"minItems": 1},
    "PriorityClass.preemptionPolicy": _PREEMPTION,
    "PriorityLevelConfigurationSpec.type": {"enum": ["Exempt", "Limited"]},
    "ResourceQuotaSpec.scopes": {"items": _SCOPE},
    "RoleRef.apiGroup": {"enum": ["rbac.authorization.k8s.io"]},
    "RoleRef.kind": {"enum": ["ClusterRole", "Role"]},
    "RuleWithOperations.operations": _OPERATIONS,
    "RuleWithOperations.scope": _OPERATED_SCOPE,
    "ScopedResourceSelectorRequirement.operator": {"enum": ["DoesNotExist", "Exists", "In", "NotIn"]},
    "ScopedResourceSelectorRequirement.scopeName": _SCOPE,
    "ServiceBackendPort.number": {"minimum": 0, "maximum": 65535},
    "ServicePort.nodePort": {"minimum": 0, "maximum": 65535},
    "ServicePort.port": _PORT,
    "ServicePort.protocol": {**_PROTOCOL, "default": "TCP"},
    # A missing targetPort, or 0, means the value of `port`.
    "ServicePort.targetPort": {"minimum": 0, "maximum": 65535},
    "ServiceSpec.externalTrafficPolicy": {"enum": ["Cluster", "Local"]},
    "ServiceSpec.internalTrafficPolicy": {"enum": ["Cluster", "Local"]},
    "ServiceSpec.ipFamilies": {"items": {"enum": ["IPv4", "IPv6"]}, "maxItems": 2},
    "ServiceSpec.ipFamilyPolicy": {"enum": ["PreferDualStack", "RequireDualStack", "SingleStack"]},
    "ServiceSpec.sessionAffinity": {"enum": ["ClientIP", "None"]},
    "ServiceSpec.type": {"enum": ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]},
    "StorageClass.reclaimPolicy": {"enum": ["Delete", "Retain"]},
    "StorageClass.volumeBindingMode": {"enum": ["Immediate", "WaitForFirstConsumer"]},
    "Subject.kind": {"enum": ["Group", "ServiceAccount", "User"]},
    "Taint.effect": _TAINT,
    "ValidatingAdmissionPolicyBindingSpec.validationActions": {"items": {"enum": ["Audit", "Deny", "Warn"]}},
    "ValidatingAdmissionPolicySpec.failurePolicy": _ON_FAILURE,
    "ValidatingWebhook.failurePolicy": _ON_FAILURE,
    "ValidatingWebhook.matchPolicy": _MATCH,
    "ValidatingWebhook.sideEffects": {"enum": ["None", "NoneOnDryRun"]},
    "ValidatingWebhook.timeoutSeconds": _TIMEOUT,
}
