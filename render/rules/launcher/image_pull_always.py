"""RUN128 image-pull-always: every start of every node asks the registry.

With `Always`, each restart of the run waits for the slowest pull, and a registry outage stops a run whose image is
already on every node. A pinned image doesn't change.

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


@rule(severity=Severity.INFO, keys=("Always",))
def check(run: Run) -> Iterator[Finding]:
    """Report the policy if several nodes wait for each other."""
    if run.nodes > 1 and run.at("imagePullPolicy") == "Always":
        message = f"each restart waits until the registry has answered {run.nodes} nodes"
        yield Finding(("imagePullPolicy",), message, "use `IfNotPresent` and pin the image")
