"""RUN315 deepspeed-auto-unfilled: DeepSpeed's file says `auto`, and nothing fills it in.

Hugging Face's Trainer and Accelerate replace `"auto"` by their own arguments. DeepSpeed itself takes it as a value: a
program that reads the file with `--deepspeed_config` stops because a text is not a number.

Source: https://huggingface.co/docs/transformers/deepspeed#deepspeed-and-trainer-parameters

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto"}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "train_micro_batch_size_per_gpu": 8}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files, is_filled
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report the first `auto` in the file of a program that starts DeepSpeed by itself."""
    for config in deepspeed_files(program):
        first = None if is_filled(config) else next((one for one in config.scalars() if one.value == "auto"), None)
        if first is not None and not {"deepspeed_plugin", "bf16", "per_device_train_batch_size"} & program.names:
            message = f"`{first.name}` is `auto`, which only Hugging Face's Trainer and Accelerate fill in"
            yield first.finding(message, "write the value, or pass the file as `--deepspeed` to the Trainer")
