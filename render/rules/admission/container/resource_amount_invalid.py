"""ADM310 resource-amount-invalid: a container has a negative or fractional amount of a resource.

Amounts are not negative. Extended resources, such as GPUs, are integers; huge pages are a multiple of the page size,
and need CPU or memory in the same container. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#extended-resources

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, resources: {limits: {nvidia.com/gpu: 500m}}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission.container._amounts import check_amounts, check_huge_pages
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check each amount."""
    for container in pod.containers:
        path, resources = (*container.path, "resources"), container.data.get("resources", {})
        for kind in ("limits", "requests"):
            yield from check_amounts((*path, kind), resources.get(kind, {}))
        yield from check_huge_pages(path, resources)
