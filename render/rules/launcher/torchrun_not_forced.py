"""RUN165 torchrun-not-forced: LLaMA-Factory trains on each node alone.

`llamafactory-cli train` starts torchrun, and so reads how many nodes there are, where it sees more than one device or
is forced to. On nodes with one GPU it runs the training in its own process, and each node trains the whole model.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/launcher.py

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: plain
    command: [llamafactory-cli, train, sft.yaml]
    resourcesPerNode: {limits: {nvidia.com/gpu: 1}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yaml]
    resourcesPerNode: {limits: {nvidia.com/gpu: 1}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._llamafactory import TRAINING, trainings
from render.rules.rule import Finding, rule

_SWITCHES = ("FORCE_TORCHRUN", "RAY_ADDRESS", "USE_MCA", "USE_RAY")


@rule(keys=TRAINING)
def check(program: Program) -> Iterator[Finding]:
    """Look for nodes with one GPU at most, and nothing that forces torchrun."""
    if not program.is_distributed or program.gpus is None or program.gpus > 1:
        return
    if not any(map(program.has_variable, _SWITCHES)):
        for command in trainings(program):
            message = (
                f"LLaMA-Factory sees {program.gpus} GPUs and starts no torchrun: {program.nodes} nodes train alone"
            )
            yield Finding(command.words[0].path, message, "`launcher: llamafactory`, which sets `FORCE_TORCHRUN`")
