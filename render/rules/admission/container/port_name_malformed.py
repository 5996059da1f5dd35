"""ADM304 port-name-malformed: a port of a container has a name that no port can have, or another port's.

A port's name has at most 15 characters: lower case letters, digits and single hyphens, with a letter among them. It is
unique in its container. The API server refuses the pod.

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

from render.kube import names
from render.manifests.places import listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import duplicate, each_invalid
from render.rules.rule import Finding, rule


@rule(keys=("ports",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each name."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, port in listed(container.path, container.data, "ports"):
            name = port.get("name", "")
            if name:
                yield from each_invalid((*path, "name"), name, names.port_name(name))
            if name and name in seen:
                yield duplicate((*path, "name"), name)
            seen.add(name)
