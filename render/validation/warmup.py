"""Load the schemas and rules that the objects of nearly every spec need, while Helm renders."""

from itertools import chain

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.schema_check import schema_checker
from render.rules.registry import SPEC, entries

COMMON_KEYS = {
    GroupVersionKind.of("jobset.x-k8s.io/v1alpha2", "JobSet"): frozenset(
        [
            "annotations",
            "args",
            "capabilities",
            "command",
            "completionMode",
            "enableDNSHostnames",
            "env",
            "envFrom",
            "failurePolicy",
            "cpu",
            "helm.sh/chart",
            "image",
            "limits",
            "linkerd.io/inject",
            "medium",
            "memory",
            "namespace",
            "nvidia.com/gpu",
            "onJobFailureReasons",
            "onPodConditions",
            "parallelism",
            "podFailurePolicy",
            "ports",
            "publishNotReadyAddresses",
            "restartStrategy",
            "seccompProfile",
            "sidecar.istio.io/inject",
            "subdomain",
            "successPolicy",
            "valueFrom",
            "volumeMounts",
            "volumes",
        ]
    ),
    GroupVersionKind.of("v1", "Service"): frozenset(
        ["clusterIP", "namespace", "ports", "selector", "targetPort", "type"]
    ),
    GroupVersionKind.of("v1", "ConfigMap"): frozenset(["data", "namespace"]),
}
"""Kinds that nearly every spec renders, with those of their keys that rules check."""


def warm_up(schemas: Schemas) -> None:
    """Load the schemas and the rules for the kinds that nearly every spec renders. Raises OSError, ValueError."""
    for kind, keys in COMMON_KEYS.items():
        schema_checker(kind, schemas)
        for entry in chain.from_iterable(entries(frozenset([kind.group_kind, SPEC])).values()):
            if entry.applies_to_keys(keys):
                entry.check  # noqa: B018 - importing it is the purpose
