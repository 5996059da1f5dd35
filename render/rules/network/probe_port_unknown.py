"""NET123 probe-port-unknown: a probe or a hook names a port that the container doesn't have.

The kubelet looks for the name among the container's own ports. Without it the check fails each time, and a failed
liveness check ends the pod.

Source: https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#httpgetaction-v1-core

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    container: {readinessProbe: {httpGet: {port: metrics}}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    container: {readinessProbe: {httpGet: {port: metrics}}, ports: [{name: metrics, containerPort: 9090}]}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
_ACTIONS = ("httpGet", "tcpSocket")


@rule(keys=_PROBES)
def check(item: Object) -> Iterator[Finding]:
    """Compare names of ports in probes with the ports of the container."""
    for pod in pods(item):
        for container in pod.containers:
            names = {port.get("name") for port in container.data.get("ports") or ()}
            for probe in _PROBES:
                for action in _ACTIONS:
                    port = ((container.data.get(probe) or {}).get(action) or {}).get("port")
                    if isinstance(port, str) and not port.isdecimal() and port not in names:
                        path = (*container.path, probe, action, "port")
                        yield Finding(path, f"the container has no port `{port}`", "add it to the container's ports")
