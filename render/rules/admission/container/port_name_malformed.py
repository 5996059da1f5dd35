"""ADM304 port-name-malformed: a container port's name is invalid, or used twice.

A port's name has at most 15 characters: lower case letters, digits and single hyphens, at least one of them a letter.
It is unique in its container. The API server rejects the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#ports

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, ports: [{containerPort: 29500, name: torch-rendezvous}]}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, ports: [{containerPort: 29500, name: rendezvous}]}]}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate, each_invalid
from render.rules.rule import Finding, rule


@rule(keys=("ports",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name of each port."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, port in list_items(container.path, container.data, "ports"):
            name = port.get("name", "")
            if name:
                yield from each_invalid((*path, "name"), name, names.port_name_errors(name))
            if name and name in seen:
                yield duplicate((*path, "name"), name)
            seen.add(name)
