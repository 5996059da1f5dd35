"""RUN182 timeout-too-short-in-spec: nodes wait for each other for less than five minutes.

The wait starts with the first node that has its image. A training image has 10 to 30 GB: a node that was just added to
the cluster pulls it for minutes, and the others have ended by then.

Source: https://github.com/kubeflow/pytorch-operator/issues/125

Example:
    image: registry.example/train:1
    numNodes: 2
    preflight: {timeoutSeconds: 30}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    preflight: {timeoutSeconds: 1800}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import SHORT_WAIT, WAITS_SHORTLY, Run
from render.rules.rule import Finding, rule

_OVER_SSH = ("deepspeed", "horovod", "mpi")


@rule(severity=Severity.WARNING, keys=(WAITS_SHORTLY,))
def check(run: Run) -> Iterator[Finding]:
    """Compare timeouts with the duration of an image pull."""
    if run.nodes < 2:
        return
    fields = []
    if run.at("preflight", "enabled") is not False:
        fields.append(("preflight", "timeoutSeconds"))
    if run.at("launcher") in _OVER_SSH:
        fields.append(("ssh", "timeoutSeconds"))
    if run.at("launcher") == "ray":
        fields.append(("ray", "joinTimeoutSeconds"))
    if run.at("smokeTest", "mode") not in (None, "none"):
        fields.append(("smokeTest", "timeoutSeconds"))
    for field in fields:
        seconds = run.at(*field)
        if isinstance(seconds, int | float) and seconds < SHORT_WAIT:
            message = f"{int(seconds)} seconds are shorter than a slow image pull, so nodes that have it give up"
            yield Finding(field, message, "set it to `1800`")
