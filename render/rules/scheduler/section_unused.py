"""SCD124 section-unused: a section sets up a scheduler or a fabric that the spec doesn't choose.

`kueue.queue` has an effect with `scheduler: kueue` only, `network.infiniband` with `network.fabric: infiniband`.
Without it the run starts outside of its queue, or sends its data over TCP.

Source: https://kueue.sigs.k8s.io/docs/tasks/run/jobsets/

Example:
    image: registry.example/train:1
    kueue: {queue: research}
Use instead:
    image: registry.example/train:1
    scheduler: kueue
    kueue: {queue: research}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_SECTIONS = (
    (("kueue", "queue"), ("scheduler",), "kueue"),
    (("kueue", "priorityClass"), ("scheduler",), "kueue"),
    (("kai", "topology"), ("scheduler",), "kai"),
    (("kai", "priorityClassName"), ("scheduler",), "kai"),
    (("volcano", "priorityClassName"), ("scheduler",), "volcano"),
    (("network", "infiniband", "resource"), ("network", "fabric"), "infiniband"),
    (("network", "roce", "resource"), ("network", "fabric"), "roce"),
)
"""Fields without a default, with the field that must have a value for them to count."""


@rule(severity=Severity.WARNING, keys=("infiniband", "kai", "kueue", "roce", "volcano"))
def check(run: Run) -> Iterator[Finding]:
    """Report fields that are set, but not chosen."""
    for path, choice, value in _SECTIONS:
        if run.at(*path) and run.at(*choice) != value:
            name = ".".join(choice)
            message = f"`{'.'.join(path)}` has no effect: `{name}` is `{run.at(*choice) or 'none'}`"
            yield Finding(path, message, f"set `{name}: {value}`, or remove it")
