"""ADM302 container-name-repeated: two containers of a pod have the same name.

Init containers and containers of a pod share one set of unique names. The API server rejects the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {initContainers: [{name: main, image: data}], containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {initContainers: [{name: data, image: data}], containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate
from render.rules.rule import Finding, rule

_ORDER = ("containers", "initContainers", "ephemeralContainers")


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check for repeated names, in the API server's order."""
    seen: set[str] = set()
    for container in sorted(pod.containers, key=lambda found: _ORDER.index(found.kind)):
        name = container.data.get("name", "")
        if name and name in seen:
            yield duplicate((*container.path, "name"), name)
        seen.add(name)
