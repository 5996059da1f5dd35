"""ADM309 resource-name-unknown: a container asks for a resource that can't exist.

A container has `cpu`, `memory`, `ephemeral-storage`, huge pages, and extended resources with a domain before them,
such as `nvidia.com/gpu`. A bare `gpu` is none. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#extended-resources

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, resources: {limits: {gpu: 1}}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""

from collections.abc import Iterator

from render.kube import resources
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each name."""
    for container in pod.containers:
        asked = container.data.get("resources", {})
        for kind in ("limits", "requests"):
            for name in asked.get(kind, {}):
                path = (*container.path, "resources", kind, name)
                hint = "a GPU is `nvidia.com/gpu`" if "gpu" in name.lower() and "/" not in name else None
                yield from each_invalid(path, name, resources.refused(name), hint)
