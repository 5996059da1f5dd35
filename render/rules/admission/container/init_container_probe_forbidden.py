"""ADM315 init-container-probe-forbidden: an init container has probes or lifecycle hooks.

Only containers that keep running have probes and hooks. An init container needs `restartPolicy: Always`, which makes it
a sidecar, to have them. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      initContainers: [{name: proxy, image: proxy, readinessProbe: {tcpSocket: {port: 80}}}]
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      initContainers: [{name: proxy, image: proxy, restartPolicy: Always, readinessProbe: {tcpSocket: {port: 80}}}]
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("lifecycle", "livenessProbe", "readinessProbe", "startupProbe"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the init containers that are not sidecars."""
    for container in pod.containers:
        if container.kind == "initContainers" and container.data.get("restartPolicy") != "Always":
            for field in ("lifecycle", "livenessProbe", "readinessProbe", "startupProbe"):
                if field in container.data:
                    why = "may not be set for init containers without restartPolicy=Always"
                    yield forbidden((*container.path, field), why, "set `restartPolicy: Always` for a sidecar")
