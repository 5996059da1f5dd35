"""RUN109 no-launcher: no launcher starts the processes of the run.

The run sets torchrun's variables (`PET_*`), but the command is a Python program, which doesn't read them: each node
starts one process that knows of no other.

Source: https://github.com/kubeflow/sdk/issues/142

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [python, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.command_line import is_python
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule
def check(program: Program) -> Iterator[Finding]:
    """Report a Python program if the run expects torchrun."""
    size = (program.nodes or 1) * (program.processes or 1)
    # The runtime of a TrainJob may use another framework. Only a spec says that torchrun starts the processes.
    expects_torchrun = program.preset.get("PET_NPROC_PER_NODE") is not None
    if not expects_torchrun or size < 2 or any(found.launcher for found in program.launches):
        return
    command = program.commands[-1] if program.commands else None
    if command is not None and is_python(command):
        word = command.words[0]
        message = (
            f"`{word.text}` starts one process per node, but the run has {size}: nothing reads its `PET_*` variables"
        )
        hint = f"use `torchrun` instead of `{word.text}`, or `launcher: plain`"
        yield Finding(word.path, message, hint, excerpt=" ".join(one.text for one in command.words[:2]))
