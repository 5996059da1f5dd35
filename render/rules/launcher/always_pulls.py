"""RUN128 always-pulls: every start of every node asks the registry.

`Always` makes each restart of the run wait for the slowest node's registry, and a registry that is down stops a run
whose image lies on every node. A pinned image does not change.

Source: https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy

Example:
    image: registry.example/train:1.4.0
    imagePullPolicy: Always
    numNodes: 2
Use instead:
    image: registry.example/train:1.4.0
    imagePullPolicy: IfNotPresent
    numNodes: 2
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.INFO)
def check(run: Run) -> Iterator[Finding]:
    """Look for the policy where several nodes wait for each other."""
    if run.nodes > 1 and run.at("imagePullPolicy") == "Always":
        message = f"each restart waits until the registry has answered all {run.nodes} nodes"
        yield Finding(("imagePullPolicy",), message, "`IfNotPresent`, and a pinned image")
