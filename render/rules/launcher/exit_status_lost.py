"""RUN123 exit-status-lost: a training that fails counts as succeeded.

The exit status of a pipe is that of its last program, and `tee` always succeeds: the pod completes, nothing restarts,
and the checkpoint is missing. `|| true` has the same effect, and so has a last command such as `echo` or `aws s3 sync`
in a script without `set -e`. `wait` without a process ends with 0 as well.

Source: https://github.com/AI-Hypercomputer/gpu-recipes

Example:
    image: registry.example/train:1
    command: [bash, -c, "torchrun train.py 2>&1 | tee /logs/train.log"]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "set -o pipefail; torchrun train.py 2>&1 | tee /logs/train.log"]
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from render.problem import Severity
from render.programs.command import Command
from render.programs.command_line import is_python
from render.programs.program import Program
from render.rules.rule import Finding, rule

_SUCCEED = frozenset(
    {":", "aws", "cp", "date", "echo", "gsutil", "ls", "printf", "rsync", "sleep", "sync", "touch", "true"}
)
"""Commands that succeed after a training that failed."""


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report a training before a pipe, or before `|| true`."""
    if any("PIPESTATUS" in word.text for command in program.commands for word in command.words):
        return
    yield from _waited(program)
    for command, found, following in zip_longest(program.commands, program.launches, program.commands[1:]):
        if found.launcher is None and not is_python(command):
            continue
        path = command.words[0].path
        if command.operator in ("|", "|&") and not command.is_pipefail:
            yield Finding(
                path, f"the pipe hides the exit status of `{command.program}`", "write `set -o pipefail` before it"
            )
        elif command.operator == "||" and following is not None and following.program in _SUCCEED:
            last = f"|| {following.program}"
            yield Finding(path, f"`{last}` hides the exit status of `{command.program}`", f"remove `{last}`")
        elif command.operator in (";", "\n") and _is_exit(following) and not _reads_status(program):
            message = f"`exit 0` hides the exit status of `{command.program}`"
            yield Finding(path, message, "remove `exit 0`", excerpt=command.program)
        elif command.operator in (";", "\n") and _is_last(program, following) and not _ends_by_itself(program):
            message = f"the script ends with the exit status of `{program.commands[-1].program}`"
            yield Finding(
                path,
                f"{message}, not of `{command.program}`",
                "write `set -e` before it, or `&&` after it",
                excerpt=command.program,
            )


def _waited(program: Program) -> Iterator[Finding]:
    """Yield the finding for a script that ends with `wait` alone, whose exit status is always 0."""
    last = program.commands[-1] if program.commands else None
    if last is None or last.program != "wait" or len(last.words) > 1:
        return
    for command, found in zip(program.commands, program.launches, strict=True):
        if command.operator == "&" and (found.launcher is not None or is_python(command)):
            message = f"`wait` alone ends with 0, also if `{command.program}` fails"
            yield Finding(last.words[0].path, message, "start it without `&`, or write `wait $!`", excerpt="wait")
            return


def _is_last(program: Program, command: Command | None) -> bool:
    return command is not None and command is program.commands[-1] and command.program in _SUCCEED


def _is_exit(command: Command | None) -> bool:
    return command is not None and [word.text for word in command.words] == ["exit", "0"]


def _reads_status(program: Program) -> bool:
    """Return True if the script ends where a command fails, or reads exit statuses."""
    script = program.script[0].text if program.script is not None else ""
    options = [word.text for word in program.argv if re.fullmatch(r"-[a-z]*e[a-z]*", word.text)]
    return bool(options) or re.search(r"\bset -[a-z]*e|\bset -o errexit|\$\?|\btrap\b", script) is not None


def _ends_by_itself(program: Program) -> bool:
    """Return True if the script also ends at errors or at an `exit`."""
    has_exit = program.script is not None and re.search(r"\bexit\b", program.script[0].text)
    return bool(has_exit) or _reads_status(program)
