"""RUN122 backend-under-horovod: a program that Horovod starts is told of a torch backend.

`horovodrun` sets none of the variables from which torch makes a process group. A program that makes one all the same
stops, or hangs beside Horovod's own.

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
    """Look for a backend behind horovodrun."""
    for found, option in backends(program):
        is_horovods = "horovod" in found.program_options
        if found.name == "horovodrun" and not is_horovods and option.literal in ("gloo", "nccl"):
            message = f"`--{option.name}` asks for a process group of torch's, and `horovodrun` makes only Horovod's"
            yield Finding(option.flag.path, message, "leave the option out, or start the program by `torchrun`")
