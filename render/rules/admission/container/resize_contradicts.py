"""ADM317 resize-contradicts: a container is to restart when it is resized, and its pod never restarts it.

With the pod's `restartPolicy: Never` a container can't be restarted, so its `resizePolicy` can only say
`NotRequired`; the same goes for init containers that end. Each resource is named once. The API server refuses the pod.

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

from render.manifests.places import listed
from render.manifests.pods import Container, Pod
from render.rules.admission._refusal import duplicate, invalid
from render.rules.rule import Finding, rule

_RESTART = "RestartContainer"


@rule(keys=("resizePolicy",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each policy."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, policy in listed(container.path, container.data, "resizePolicy"):
            name, place = policy.get("resourceName", ""), (*path, "restartPolicy")
            if name in seen:
                yield duplicate((*path, "resourceName"), name)
            seen.add(name)
            if policy.get("restartPolicy") != _RESTART:
                continue
            if pod.spec.get("restartPolicy") == "Never":
                yield invalid(place, _RESTART, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
            elif _ends(container):
                yield invalid(place, _RESTART, "must not be set for an init container that ends")


def _ends(container: Container) -> bool:
    return container.kind == "initContainers" and container.data.get("restartPolicy") != "Always"
