"""NET110 mesh-between-ranks: a service mesh puts a proxy between the nodes.

The proxy knows no ports that a training opens by itself, and lives on when the program is over: the ranks don't reach
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

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_INJECTS = {"linkerd.io/inject": ("enabled", "ingress"), "sidecar.istio.io/inject": ("true",)}


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Look for a pod that asks for a proxy."""
    for field in ("annotations", "labels"):
        for key, value in (run.at("pod", field) or {}).items() if run.nodes > 1 else ():
            if value in _INJECTS.get(key, ()):
                message = f"`{key}: {value}` puts a proxy between the {run.nodes} nodes"
                yield Finding(("pod", field, key), message, "leave it out: the chart opts out of meshes")
