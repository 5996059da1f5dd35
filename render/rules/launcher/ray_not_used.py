"""RUN167 ray-not-used: LLaMA-Factory on a Ray cluster only uses the head.

Without `USE_RAY`, LLaMA-Factory starts torchrun for the GPUs of its own node. The other nodes have joined the cluster,
hold their GPUs, and do nothing.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/launcher.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 96}}
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml, ray_num_workers=$(NUM_PROCESSES)]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 96}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._llamafactory import TRAINING, trainings
from render.rules.rule import Finding, rule


@rule(keys=TRAINING)
def check(program: Program) -> Iterator[Finding]:
    """Report a training on a Ray cluster without `USE_RAY`."""
    if program.is_distributed and "RAY_ADDRESS" in program.preset and not program.has_variable("USE_RAY"):
        for command in trainings(program):
            message = f"`USE_RAY` is not set, so LLaMA-Factory trains on one of the {program.nodes} nodes"
            yield Finding(command.words[0].path, message, 'set `USE_RAY: "1"` in `env`')
