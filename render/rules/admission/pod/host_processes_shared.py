"""ADM210 host-processes-shared: a pod sets both `shareProcessNamespace` and `hostPID`.

The two exclude each other: with `hostPID` the containers already see each other's processes. The API server rejects the
pod.

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
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(keys=("shareProcessNamespace",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check that at most one is set."""
    if pod.spec.get("shareProcessNamespace") and pod.spec.get("hostPID"):
        path = (*pod.spec_path, "shareProcessNamespace")
        yield invalid(path, value=True, why="ShareProcessNamespace and HostPID cannot both be enabled")
