"""RUN124 runs-in-background: the container exits while the training still runs.

A shell that starts every program with `&` exits, and so do `tmux` and `screen` with `-d`, and the container with it:
the training is killed, and the pod counts as succeeded.

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

_DETACHING = ("screen", "tmux")


@rule
def check(program: Program) -> Iterator[Finding]:
    """Report a script whose last command runs in the background."""
    last = program.commands[-1] if program.commands else None
    if last is None:
        return
    if last.operator == "&" and program.launches[-1].launcher is not None:
        yield Finding(
            last.words[0].path, f"the script exits while `{last.program}` runs in the background", "remove the `&`"
        )
    elif last.program in _DETACHING and any(word.text.startswith("-d") for word in last.words[1:]):
        message = f"the container ends while `{last.program}` keeps its program in the background"
        yield Finding(last.words[0].path, message, f"start the training without `{last.program}`")
