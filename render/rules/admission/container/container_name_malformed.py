"""ADM301 container-name-malformed: a container has no name, or an invalid one.

A container's name is a DNS label: lower case letters, digits and `-`, at most 63 characters. The API server rejects the
pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main_container, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main-container, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, required
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name of each container."""
    for container in pod.containers:
        name, path = container.data.get("name", ""), (*container.path, "name")
        if name:
            yield from each_invalid(path, name, dns.label_errors(name))
        else:
            yield required(path)
