"""RUN166 ray-under-torchrun: LLaMA-Factory starts the Ray run once in every process.

`USE_RAY` keeps LLaMA-Factory from starting torchrun, unless `FORCE_TORCHRUN` is set. Then each process that torchrun
starts is a Ray driver, and requests all workers.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/launcher.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yaml]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
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
from render.rules.launcher._llamafactory import switched_on, trainings
from render.rules.rule import Finding, rule


@rule(keys=("USE_RAY",))
def check(program: Program) -> Iterator[Finding]:
    """Report both switches together."""
    is_forced = program.preset.get("FORCE_TORCHRUN") == "1" or switched_on(program, "FORCE_TORCHRUN") is not None
    ray = switched_on(program, "USE_RAY")
    if ray is not None and is_forced and any(trainings(program)):
        message = "`USE_RAY` and `FORCE_TORCHRUN` are both set: each process of torchrun starts the whole Ray run"
        yield Finding(ray.path, message, "use `launcher: ray`, or remove `USE_RAY`")
