"""ADM981 topology-repeated: a pod has more than one of Kueue's topology annotations.

`kueue.x-k8s.io/podset-required-topology`, `-preferred-topology` and `-unconstrained-topology` exclude each other.
Kueue's webhook rejects the workload.

Source: https://github.com/kubernetes-sigs/kueue/blob/main/pkg/controller/jobframework/tas_validation.go

Example:
    image: registry.example/train:1
    numNodes: 2
    scheduler: kueue
    kueue: {queue: research}
    pod:
      annotations:
        kueue.x-k8s.io/podset-preferred-topology: cloud.provider.com/topology-rack
        kueue.x-k8s.io/podset-required-topology: cloud.provider.com/topology-block
Use instead:
    image: registry.example/train:1
    numNodes: 2
    scheduler: kueue
    kueue: {queue: research}
    pod:
      annotations:
        kueue.x-k8s.io/podset-required-topology: cloud.provider.com/topology-block
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_TOPOLOGY = tuple(f"kueue.x-k8s.io/podset-{kind}-topology" for kind in ("required", "preferred", "unconstrained"))


@rule(keys=_TOPOLOGY)
def check(item: Object) -> Iterator[Finding]:
    """Report the weaker of two annotations: the later one in the order of the names above."""
    for pod in pods(item):
        annotations = pod.metadata.get("annotations", {})
        first, *others = [name for name in _TOPOLOGY if name in annotations] or [""]
        for name in others:
            path = (*pod.path, "metadata", "annotations")
            message = f"`{name}` and `{first}` exclude each other: Kueue rejects the workload"
            place = first if list(annotations).index(first) > list(annotations).index(name) else name
            yield Finding((*path, place), message, "keep one of them")
