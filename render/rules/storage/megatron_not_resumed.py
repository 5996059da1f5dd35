"""STO122 megatron-not-resumed: a restarted run of Megatron-LM begins again, since it has `--save` and no `--load`.

Megatron-LM reads a checkpoint from `--load` only. After a failure or a preemption the run starts at step 0 and writes
over what it has saved. With `--load` the first start finds no checkpoint and begins with random weights.

Source: https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    failurePolicy: {maxRestarts: 3}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=8, --save=/checkpoints/a]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    failurePolicy: {maxRestarts: 3}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=8, --save=/checkpoints/a, --load=/checkpoints/a]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_restarted

_OWN = frozenset({"micro_batch_size", "pipeline_model_parallel_size", "tensor_model_parallel_size"})
"""Options that tell Megatron-LM from other programs with `--save`."""


@rule(severity=Severity.WARNING, keys=("save",))
def check(run: Run) -> Iterator[Finding]:
    """Report it in a run that may start again, unless the program's configuration is in a file."""
    for launch in run.program.launches if is_restarted(run) else ():
        options = launch.program_options
        if (
            "save" in options
            and not options.keys().isdisjoint(_OWN)
            and options.keys().isdisjoint({"load", "yaml_cfg"})
        ):
            flag = options["save"].flag
            folder = options["save"].literal or "DIR"
            yield Finding(
                flag.path,
                "a restarted run starts at step 0: `--load` is not set",
                f"add `--load={folder}`",
                excerpt=flag.text,
            )
