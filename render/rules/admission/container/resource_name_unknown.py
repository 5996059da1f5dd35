"""ADM309 resource-name-unknown: a container requests an unknown resource.

A container can request `cpu`, `memory`, `ephemeral-storage`, huge pages, and extended resources with a domain, such as
`nvidia.com/gpu`. `gpu` alone is not a resource. The API server rejects the pod.

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

from render.kube.formats import resources
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name of each resource."""
    for container in pod.containers:
        sides = container.data.get("resources", {})
        for kind in ("limits", "requests"):
            for name in sides.get(kind, {}):
                path = (*container.path, "resources", kind, name)
                hint = "write `nvidia.com/gpu` for a GPU" if "gpu" in name.lower() and "/" not in name else None
                yield from each_invalid(path, name, resources.name_errors(name), hint)
