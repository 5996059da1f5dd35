"""RUN109 no-launcher: nothing starts the processes that the run is made for.

The run describes itself in torchrun's variables (`PET_*`), and the command is a Python program, which does not read
them: each node starts one process that knows of no other one.

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

from render.problem import Severity
from render.programs.launches import is_python
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Look for a Python program where torchrun is expected."""
    size = (program.nodes or 1) * (program.processes or 1)
    # A TrainJob's runtime may be another framework's: only a spec says that its processes are torchrun's.
    is_torchruns = program.given.get("PET_NPROC_PER_NODE") is not None
    if not is_torchruns or size < 2 or any(found.launcher for found in program.launches):
        return
    command = program.commands[-1] if program.commands else None
    if command is not None and is_python(command):
        word = command.words[0]
        message = (
            f"`{word.text}` starts one process, and the run is made for {size}: nothing reads its `PET_*` variables"
        )
        yield Finding(word.path, message, f"`torchrun` in the place of `{word.text}`, or `launcher: plain`")
