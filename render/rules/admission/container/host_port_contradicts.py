"""ADM305 host-port-contradicts: a host port is another than the container's, or is taken twice.

With `hostNetwork: true` a container's port is the host's, so `hostPort` can't be another number. Two containers of a
pod can't have the same host port, protocol and address; with `hostNetwork` that goes for their ports. The API server
refuses the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#ports

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      hostNetwork: true
      containers: [{name: main, image: train, ports: [{containerPort: 29500, hostPort: 29400}]}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      hostNetwork: true
      containers: [{name: main, image: train, ports: [{containerPort: 29500}]}]
"""

from collections.abc import Iterator

from render.manifests.places import Data, listed
from render.manifests.pods import Container, Pod
from render.rules.admission._refusal import duplicate, invalid
from render.rules.rule import Finding, rule


@rule(keys=("hostNetwork", "hostPort"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each host port."""
    is_of_host = bool(pod.spec.get("hostNetwork"))
    # A template's ports get the host's numbers when its pods are made.
    are_same = is_of_host and not pod.is_template
    seen: set[tuple[object, ...]] = set()
    for container in pod.containers:
        # Init containers run one after the other.
        taken = seen if container.kind == "containers" else set()
        yield from _differing(container) if is_of_host and container.kind == "containers" else ()
        for path, port in listed(container.path, container.data, "ports"):
            key = (port.get("protocol") or "TCP", port.get("hostIP", ""), _host_port(port, are_same=are_same))
            if key[-1] and key in taken:
                yield duplicate((*path, "hostPort"), "/".join(map(str, key)))
            taken.add(key)


def _differing(container: Container) -> Iterator[Finding]:
    for path, port in listed(container.path, container.data, "ports"):
        if port.get("hostPort") and port["hostPort"] != port.get("containerPort"):
            why = "must match `containerPort` when `hostNetwork` is true"
            yield invalid((*path, "hostPort"), port["hostPort"], why, "leave out `hostPort`")


def _host_port(port: Data, *, are_same: bool) -> int:
    return port.get("hostPort") or (port.get("containerPort", 0) if are_same else 0)
