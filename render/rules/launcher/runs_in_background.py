"""RUN124 runs-in-background: the container exits while the training still runs.

A shell that starts every program with `&` exits, and the container with it: the training is killed, and the pod counts
as succeeded.

Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-states

Example:
    image: registry.example/train:1
    command: [bash, -c, "torchrun train.py &"]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "exec torchrun train.py"]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule
def check(program: Program) -> Iterator[Finding]:
    """Report a script whose last command runs in the background."""
    last = program.commands[-1] if program.commands else None
    if last is not None and last.operator == "&" and program.launches[-1].launcher is not None:
        yield Finding(
            last.words[0].path, f"the script exits while `{last.program}` runs in the background", "remove the `&`"
        )
