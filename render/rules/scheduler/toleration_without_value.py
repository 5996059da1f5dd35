"""SCD213 toleration-without-value: a toleration of GPU nodes matches only a taint without a value.

The operator is `Equal` if none is set, and `Equal` without a value matches the empty value alone. Clouds and guides
taint GPU nodes with one, such as `nvidia.com/gpu=present:NoSchedule`: pods wait for a node without the taint.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/

Example:
    image: registry.example/train:1
    pod: {tolerations: [{key: nvidia.com/gpu, effect: NoSchedule}]}
Use instead:
    image: registry.example/train:1
    pod: {tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule

_KEYS = ("amd.com/gpu", "gpu.intel.com/i915", "nvidia.com/gpu", "sku")
"""https://docs.cloud.google.com/kubernetes-engine/docs/how-to/gpus,
https://learn.microsoft.com/azure/aks/use-nvidia-gpu"""


@rule(severity=Severity.WARNING, keys=("tolerations",))
def check(item: Object) -> Iterator[Finding]:
    """Report such tolerations of well-known taints, unless another toleration has the same key."""
    for pod in pods(item):
        tolerations = pod.spec.get("tolerations") or []
        for index, one in enumerate(tolerations):
            key = one.get("key")
            is_equal = one.get("operator", "Equal") == "Equal" and not one.get("value")
            is_alone = sum(other.get("key") in (key, None) for other in tolerations) == 1
            if key in _KEYS and is_equal and is_alone:
                message = f"this tolerates a taint `{key}` without a value only"
                yield Finding((*pod.spec_path, "tolerations", index), message, "add `operator: Exists`")
