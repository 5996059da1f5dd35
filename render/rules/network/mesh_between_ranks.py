"""NET110 mesh-between-ranks: a service mesh puts a proxy between the nodes.

The proxy doesn't know the ports that a training opens, and keeps running when the program ends: the ranks can't reach
each other, and the Job never completes.

Source: https://github.com/kubeflow/trainer/issues/1681

Example:
    image: registry.example/train:1
    numNodes: 2
    pod: {annotations: {sidecar.istio.io/inject: "true"}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    pod: {annotations: {sidecar.istio.io/inject: "false"}}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.problem import Severity
from render.programs.replicas import node_count
from render.rules.rule import Finding, rule

_INJECTS = {"linkerd.io/inject": ("enabled", "ingress"), "sidecar.istio.io/inject": ("true",)}


@rule(severity=Severity.WARNING, keys=tuple(_INJECTS))
def check(pod: Pod) -> Iterator[Finding]:
    """Report pods of a run that request a proxy."""
    count = node_count(pod, knows_others=False)
    for field in ("annotations", "labels") if count is not None and count > 1 else ():
        for key, value in pod.metadata.get(field, {}).items():
            if value in _INJECTS.get(key, ()):
                message = f"`{key}: {value}` puts a proxy between the {count} nodes"
                yield Finding((*pod.path, "metadata", field, key), message, "set it to `false`, or remove it")
