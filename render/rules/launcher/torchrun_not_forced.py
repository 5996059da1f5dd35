"""RUN165 torchrun-not-forced: LLaMA-Factory trains alone on each node.

`llamafactory-cli train` only starts torchrun, which reads the number of nodes, if it detects more than one device or is
forced to. On nodes with one GPU, it trains in its own process, and each node trains the whole model.

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
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_SWITCHES = ("FORCE_TORCHRUN", "RAY_ADDRESS", "USE_MCA", "USE_RAY")


@rule(keys=TRAINING)
def check(program: Program) -> Iterator[Finding]:
    """Report nodes with at most one GPU if nothing forces torchrun."""
    if not program.is_distributed or program.gpus is None or program.gpus > 1:
        return
    if not any(map(program.has_variable, _SWITCHES)):
        for command in trainings(program):
            message = (
                f"with {plural(program.gpus, 'GPU')} per node, LLaMA-Factory starts no torchrun: {program.nodes} "
                "nodes train alone"
            )
            yield Finding(command.words[0].path, message, "use `launcher: llamafactory`, which sets `FORCE_TORCHRUN`")
