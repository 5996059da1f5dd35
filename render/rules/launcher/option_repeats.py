"""RUN102 option-repeats: an option of torchrun repeats a value that the run sets.

It is correct now. But an option overrides the `PET_*` variable of the run: the next change of the number of nodes, of
processes or of the port changes the pods, and not what torchrun waits for.

Source: https://github.com/Red-Hat-AI-Innovation-Team/training_hub/pull/13

Example:
    image: registry.example/train:1
    numNodes: 4
    command: [torchrun, --nnodes=4, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._torchrun import variable
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report options that have the value of their variable."""
    for found in program.launched_by("torchrun"):
        for name, option in found.options.items():
            if option.literal is not None and option.literal == program.preset.get(variable(name)):
                message = f"`--{name}` repeats `{variable(name)}`, and overrides it when the spec changes"
                yield Finding(option.flag.path, message, f"remove `--{name}`")
