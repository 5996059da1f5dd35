"""ADM310 resource-amount-invalid: a container asks for less than nothing, or for a part of a whole thing.

Amounts are not negative. Extended resources, such as GPUs, are counted in whole; huge pages come in whole pages, and
only to a container with CPU or memory. The API server refuses the pod.

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
from render.rules.admission.container._amounts import huge_pages, invalid_amounts
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each amount."""
    for container in pod.containers:
        path, asked = (*container.path, "resources"), container.data.get("resources", {})
        for kind in ("limits", "requests"):
            yield from invalid_amounts((*path, kind), asked.get(kind, {}))
        yield from huge_pages(path, asked)
