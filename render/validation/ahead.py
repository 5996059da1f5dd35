"""Load what the objects of a spec are judged by, while another process loads Helm and renders them."""

from collections.abc import Iterator
from itertools import chain

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import judge_of
from render.rules.registry import SPEC, entries

ALWAYS = {
    Kind.of("jobset.x-k8s.io/v1alpha2", "JobSet"): frozenset(
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
            "helm.sh/chart",
            "linkerd.io/inject",
            "medium",
            "namespace",
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
    Kind.of("v1", "Service"): frozenset(["clusterIP", "namespace", "ports", "selector", "targetPort", "type"]),
    Kind.of("v1", "ConfigMap"): frozenset(["data", "namespace"]),
}
"""What nearly every spec renders, and the keys in it that rules are about."""


def prepared(schemas: Schemas) -> Iterator[object]:
    """Yield schemas, and the rules that are needed for what nearly every spec renders. Raises OSError, ValueError."""
    for kind, keys in ALWAYS.items():
        yield judge_of(kind, schemas)
        for entry in chain.from_iterable(entries(frozenset([kind.group_kind, SPEC])).values()):
            if entry.is_needed(keys):
                yield entry.check
