"""ADM210 host-processes-shared: a pod shares its processes among its containers and with the host.

`shareProcessNamespace` and `hostPID` exclude each other: with `hostPID` the containers see each other already. The
API server refuses the pod.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/share-process-namespace/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostPID: true, shareProcessNamespace: true, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {shareProcessNamespace: true, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule(keys=("shareProcessNamespace",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield that both are asked for."""
    if pod.spec.get("shareProcessNamespace") and pod.spec.get("hostPID"):
        path = (*pod.spec_path, "shareProcessNamespace")
        yield invalid(path, value=True, why="ShareProcessNamespace and HostPID cannot both be enabled")
