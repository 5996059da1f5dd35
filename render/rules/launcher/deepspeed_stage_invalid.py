"""RUN312 deepspeed-stage-invalid: DeepSpeed's file asks for a ZeRO stage or an offload that doesn't exist.

The stages are 0, 1, 2 and 3. `offload_param` needs stage 3, `offload_optimizer` stage 1 at least. The stage is a
number in `zero_optimization`: at the top level DeepSpeed doesn't see it.

Source: https://www.deepspeed.ai/docs/config-json/#zero-optimizations-for-fp16-training

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 4}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3}}
"""

from collections.abc import Iterator

from render.programs.config_file import ConfigFile
from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files
from render.rules.rule import Finding, rule

_ZERO = "zero_optimization"


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report an unknown stage, a misplaced one, and what the stage can't offload."""
    for config in deepspeed_files(program):
        yield from _stage(config)


def _stage(config: ConfigFile) -> Iterator[Finding]:
    for misplaced in ("stage", "zero_stage"):
        if (one := config.find(misplaced)) is not None and config.find(_ZERO) is None:
            yield one.finding(
                f"DeepSpeed reads no `{misplaced}` at the top level", f'write `"{_ZERO}": {{"stage": …}}`'
            )
    stage = config.find(_ZERO, "stage")
    number = 0 if stage is None else stage.number
    if stage is not None and number not in range(4):
        yield stage.finding(f"the ZeRO stage must be 0, 1, 2 or 3, got {stage.value}", "use `3` to shard everything")
        return
    for name, least in (("offload_param", 3), ("offload_optimizer", 1)):
        device = config.find(_ZERO, name, "device")
        if device is not None and device.value not in (None, "none") and (number or 0) < least:
            message = f"`{name}` needs ZeRO stage {least}{'' if least == 3 else ' or more'}, but the stage is {number}"
            yield device.finding(message, f"use stage {least}, or remove `{name}`")
