"""RUN167 ray-not-used: LLaMA-Factory runs on the head of a Ray cluster, and uses the head alone.

Without `USE_RAY` it starts torchrun for the GPUs of the node it runs on. The other nodes have joined the cluster, hold
their GPUs, and do nothing.

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
    """Look for a training beside Ray's address, and no word of Ray."""
    if program.is_distributed and "RAY_ADDRESS" in program.given and not program.has_variable("USE_RAY"):
        for command in trainings(program):
            message = f"LLaMA-Factory does not use Ray unless told to: it trains on one of the {program.nodes} nodes"
            yield Finding(command.words[0].path, message, 'an `env` of `USE_RAY: "1"`')
