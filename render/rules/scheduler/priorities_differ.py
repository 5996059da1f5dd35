"""SCD102 priorities-differ: the gang has another priority than its pods.

Volcano decides by the PodGroup's priority which gang comes first, and by the pods' which of them gives way. A gang that
comes first with pods that give way is started and evicted in turns.

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


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Compare the two classes where both are written."""
    gang, pod = run.at("volcano", "priorityClassName"), run.at("pod", "priorityClassName")
    if run.at("scheduler") == "volcano" and gang and pod and gang != pod:
        message = f"the gang has the priority `{gang}`, and its pods have `{pod}`"
        yield Finding(("volcano", "priorityClassName"), message, "leave it out: the pods' is taken")
