"""RUN203 program-missing: a launcher gets options, but no program to start.

It stops and prints its usage: torchrun with `the following arguments are required: training_script`. Where `command`
ends in an option that takes a value, the program may have become that value.

Source: https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py

Example:
    image: registry.example/train:1
    command: [torchrun, --max-restarts, train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, --max-restarts, "0", train.py]
"""

from collections.abc import Iterator

from render.programs.marks import NO_PROGRAM
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("accelerate", "deepspeed", "horovodrun", "mpirun", "torchrun")
_INFORMATION = frozenset({"V", "check_build", "h", "help", "run_path", "version", "cb", "cab", "v"})


@rule(keys=(NO_PROGRAM,))
def check(program: Program) -> Iterator[Finding]:
    """Report a launcher without a program."""
    for command, found in zip(program.commands, program.launches, strict=True):
        is_literal = all(word.is_literal for word in command.words)
        if found.name in _NAMES and found.script is None and is_literal and not _INFORMATION & {*found.options}:
            word = found.launcher_word
            yield Finding(word.path, f"`{found.name}` has no program to start", "add the script", excerpt=word.text)
