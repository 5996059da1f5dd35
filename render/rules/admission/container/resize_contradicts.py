"""ADM317 resize-contradicts: a container restarts on resize, but its pod never restarts containers.

With the pod's `restartPolicy: Never`, `resizePolicy` can only have `NotRequired`; this also applies to init containers
that are not sidecars. Each resource is listed once. The API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/resize-container-resources/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      restartPolicy: Never
      containers: [{name: main, image: train, resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      restartPolicy: Never
      containers: [{name: main, image: train, resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]}]
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import duplicate, invalid
from render.rules.rule import Finding, rule

_RESTART = "RestartContainer"


@rule(keys=("resizePolicy",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each resize policy."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, policy in list_items(container.path, container.data, "resizePolicy"):
            name, place = policy.get("resourceName", ""), (*path, "restartPolicy")
            if name in seen:
                yield duplicate((*path, "resourceName"), name)
            seen.add(name)
            if policy.get("restartPolicy") != _RESTART:
                continue
            if pod.spec.get("restartPolicy") == "Never":
                yield invalid(place, _RESTART, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
            elif _is_plain_init(container):
                yield invalid(place, _RESTART, "must not be set for an init container that ends")


def _is_plain_init(container: Container) -> bool:
    return container.kind == "initContainers" and container.data.get("restartPolicy") != "Always"
