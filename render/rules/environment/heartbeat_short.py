"""ENV110 heartbeat-short: torch ends healthy processes that are silent for less than a minute.

torch's watchdog ends a process whose NCCL thread gives no sign of life for `TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC` seconds.
The first collective, a compilation or a slow file system hold it up for longer than a few seconds.

Source: https://docs.pytorch.org/docs/stable/torch_nccl_environment_variables.html

Example:
    image: registry.example/train:1
    env: {TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC: "10"}
Use instead:
    image: registry.example/train:1
    env: {TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC: "600"}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAME = "TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC"
_SHORT = 60
"""Seconds."""


@rule(severity=Severity.WARNING, keys=(_NAME,))
def check(program: Program) -> Iterator[Finding]:
    """Compare the variable with a minute."""
    for _, word in program.values_of(_NAME):
        if word.is_literal and word.text.strip().isdecimal() and int(word.text.strip()[:9]) < _SHORT:
            message = f"a process that is busy for {word.text.strip()} seconds is ended"
            yield Finding(word.path, message, "set it to `600`, or remove it", excerpt=word.text)
