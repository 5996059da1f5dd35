"""SCD102 priorities-differ: the gang has a different priority than its pods.

Volcano uses the PodGroup's priority to decide which gang starts first, and the pods' priority to decide which of them
is preempted. A gang that starts first with pods that are preempted is started and evicted in turns.

Source: https://volcano.sh/en/docs/podgroup/

Example:
    image: registry.example/train:1
    numNodes: 2
    scheduler: volcano
    volcano: {queue: research, priorityClassName: high}
    pod: {priorityClassName: low}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    scheduler: volcano
    volcano: {queue: research}
    pod: {priorityClassName: high}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("volcano",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the two priority classes if both are set."""
    gang, pod = run.at("volcano", "priorityClassName"), run.at("pod", "priorityClassName")
    if run.at("scheduler") == "volcano" and gang and pod and gang != pod:
        message = f"the gang has the priority class `{gang}`, but its pods have `{pod}`"
        yield Finding(("volcano", "priorityClassName"), message, "remove it: the gang then uses the pods' class")
