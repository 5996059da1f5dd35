"""RUN123 exit-status-lost: a training that fails counts as succeeded.

The exit status of a pipe is that of its last program, and `tee` always succeeds: the pod completes, nothing restarts,
and the checkpoint is missing. `|| true` has the same effect.

Source: https://github.com/AI-Hypercomputer/gpu-recipes

Example:
    image: registry.example/train:1
    command: [bash, -c, "torchrun train.py 2>&1 | tee /logs/train.log"]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "set -o pipefail; torchrun train.py 2>&1 | tee /logs/train.log"]
"""

from collections.abc import Iterator
from itertools import zip_longest

from render.problem import Severity
from render.programs.command_line import is_python
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report a training before a pipe, or before `|| true`."""
    if any("PIPESTATUS" in word.text for command in program.commands for word in command.words):
        return
    for command, found, following in zip_longest(program.commands, program.launches, program.commands[1:]):
        if found.launcher is None and not is_python(command):
            continue
        path = command.words[0].path
        if command.operator in ("|", "|&") and not command.is_pipefail:
            yield Finding(
                path, f"the pipe hides the exit status of `{command.program}`", "write `set -o pipefail` before it"
            )
        elif command.operator == "||" and following is not None and following.program in ("true", ":"):
            yield Finding(path, f"`|| true` hides the exit status of `{command.program}`", "remove `|| true`")
