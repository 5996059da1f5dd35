"""RUN134 llamafactory-processes-missing: LLaMA-Factory counts the GPUs of each node by itself.

`llamafactory-cli train` starts as many processes as it detects GPUs unless `NPROC_PER_NODE` is set. Nodes that detect
different numbers wait for each other forever, after the model has loaded.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/7215

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: torchrun
    command: [llamafactory-cli, train, sft.yaml]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yaml]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("llamafactory-cli",))
def check(program: Program) -> Iterator[Finding]:
    """Report the command without the variable."""
    for command in program.commands if program.is_distributed and not program.runs_once else ():
        is_training = command.program == "llamafactory-cli" and any(word.text == "train" for word in command.words)
        if is_training and not program.has_variable("NPROC_PER_NODE"):
            message = f"each of the {program.nodes} nodes counts its own GPUs, and the run hangs if the counts differ"
            yield Finding(command.words[0].path, message, "use `launcher: llamafactory`, which sets `NPROC_PER_NODE`")
