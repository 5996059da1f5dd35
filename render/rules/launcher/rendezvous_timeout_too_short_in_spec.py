"""RUN126 rendezvous-timeout-too-short-in-spec: the nodes wait for each other for less than five minutes.

The timeout starts with the first node. A training image has 10 to 30 GB: a node that was just added to the cluster
pulls it for minutes, and the others have given up by then.

Source: https://github.com/kubeflow/pytorch-operator/issues/125

Example:
    image: registry.example/train:1
    numNodes: 2
    torchrun: {rendezvousTimeoutSeconds: 60}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    torchrun: {rendezvousTimeoutSeconds: 1800}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_SECONDS = 300


@rule(severity=Severity.WARNING, keys=("torchrun",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the timeout with the duration of an image pull."""
    seconds = run.at("torchrun", "rendezvousTimeoutSeconds")
    if run.nodes > 1 and run.at("launcher") == "torchrun" and seconds is not None and seconds < _SECONDS:
        message = f"{int(seconds)} seconds are shorter than a slow image pull, so the first nodes give up"
        yield Finding(("torchrun", "rendezvousTimeoutSeconds"), message, "set it to `1800`")
