"""RUN122 backend-under-horovod: a program that Horovod starts selects a torch backend.

`horovodrun` sets none of the variables that torch needs to create a process group. A program that creates one anyway
stops, or hangs.

Source: https://horovod.readthedocs.io/en/stable/pytorch.html

Example:
    image: registry.example/train:1
    launcher: plain
    command: [horovodrun, -np, "8", python, train.py, --dist-backend=nccl]
Use instead:
    image: registry.example/train:1
    launcher: plain
    command: [horovodrun, -np, "8", python, train.py, --horovod]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._backends import backends
from render.rules.rule import Finding, rule


@rule(keys=("horovodrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report a backend option under horovodrun."""
    for found, option in backends(program):
        is_horovods = "horovod" in found.program_options
        if found.name == "horovodrun" and not is_horovods and option.literal in ("gloo", "nccl"):
            message = f"`--{option.name}` requires a torch process group, which `horovodrun` doesn't set up"
            yield Finding(option.flag.path, message, "remove the option, or start the program with `torchrun`")
