"""RUN102 option-repeats: an option of torchrun repeats what the run says already.

It is right today. An option wins over the `PET_*` variable that the run writes, so the next change of the number of
nodes, of processes or of the port changes the pods, and not what torchrun waits for.

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
    """Look for options that have the value of their variable."""
    for found in program.launched_by("torchrun"):
        for name, option in found.options.items():
            if option.literal is not None and option.literal == program.given.get(variable(name)):
                message = f"`--{name}` repeats `{variable(name)}`, and would win over it after a change of the spec"
                yield Finding(option.flag.path, message, f"leave `--{name}` out")
