"""ADM305 host-port-contradicts: a host port differs from the container's port, or is used twice.

With `hostNetwork: true` a container's port is the host's port, so `hostPort` must be the same number. Two containers of
a pod cannot use the same host port, protocol and address; with `hostNetwork` this applies to all their ports. The API
server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import duplicate, invalid
from render.rules.rule import Finding, rule


@rule(keys=("hostNetwork", "hostPort"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each host port."""
    is_of_host = bool(pod.spec.get("hostNetwork"))
    # A template gets the host's port numbers only when its pods are created.
    are_same = is_of_host and not pod.is_template
    seen: set[tuple[object, ...]] = set()
    for container in pod.containers:
        # Init containers run one after another, so they can share a port.
        taken = seen if container.kind == "containers" else set()
        yield from _check_equal(container) if is_of_host and container.kind == "containers" else ()
        for path, port in list_items(container.path, container.data, "ports"):
            key = (port.get("protocol") or "TCP", port.get("hostIP", ""), _host_port(port, are_same=are_same))
            if key[-1] and key in taken:
                yield duplicate((*path, "hostPort"), "/".join(map(str, key)))
            taken.add(key)


def _check_equal(container: Container) -> Iterator[Finding]:
    for path, port in list_items(container.path, container.data, "ports"):
        if port.get("hostPort") and port["hostPort"] != port.get("containerPort"):
            why = "must match `containerPort` when `hostNetwork` is true"
            yield invalid((*path, "hostPort"), port["hostPort"], why, "remove `hostPort`")


def _host_port(port: Data, *, are_same: bool) -> int:
    return port.get("hostPort") or (port.get("containerPort", 0) if are_same else 0)
