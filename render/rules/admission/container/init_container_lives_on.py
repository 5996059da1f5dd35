"""ADM315 init-container-lives-on: an init container that ends has probes or hooks.

Only what keeps running is probed, or does something before it stops: an init container with `restartPolicy: Always`
(a sidecar), not one that ends. The API server refuses the pod.

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
from render.rules.admission._refusal import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("lifecycle", "livenessProbe", "readinessProbe", "startupProbe"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each probe and each set of hooks."""
    for container in pod.containers:
        if container.kind == "initContainers" and container.data.get("restartPolicy") != "Always":
            for field in ("lifecycle", "livenessProbe", "readinessProbe", "startupProbe"):
                if field in container.data:
                    why = "may not be set for init containers without restartPolicy=Always"
                    yield forbidden((*container.path, field), why, "write `restartPolicy: Always` for a sidecar")
