"""RUN314 precisions-exclude-each-other: a training in 16 bits has both `fp16` and `bf16`.

DeepSpeed stops with `bfloat16 and fp16 modes cannot be simultaneously enabled`, Hugging Face's Trainer with `At most
one of fp16 and bf16 can be True`. If both read a file, the two must agree as well.

Source: https://www.deepspeed.ai/docs/config-json/#bfloat16-training-options

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "fp16": {"enabled": true}, "bf16": {"enabled": true}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "bf16": {"enabled": true}}
"""

from collections.abc import Iterator

from render.programs.config_file import ConfigFile
from render.programs.program import Program
from render.programs.trainer_arguments import trainer_arguments
from render.rules.launcher._deepspeed import MARK, deepspeed_files, trainer_of
from render.rules.rule import Finding, rule


@rule(keys=(MARK, "bf16", "fp16", "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Report two precisions in a file or among the Trainer's arguments, and different ones in both."""
    for arguments in trainer_arguments(program):
        half, brain = arguments.find("fp16"), arguments.find("bf16")
        if half is not None and brain is not None and half.is_true and brain.is_true:
            yield half.finding("`fp16` and `bf16` are both true, of which the Trainer accepts one", "remove `fp16`")
    for config in deepspeed_files(program):
        half, brain = config.find("fp16", "enabled"), config.find("bf16", "enabled")
        if half is not None and brain is not None and half.is_true and brain.is_true:
            yield half.finding("`fp16` and `bf16` are both enabled, of which DeepSpeed accepts one", "remove `fp16`")
        else:
            yield from _trainer(program, config)


def _trainer(program: Program, config: ConfigFile) -> Iterator[Finding]:
    arguments = trainer_of(program, config)
    for name in ("bf16", "fp16") if arguments is not None else ():
        own, other = config.find(name, "enabled"), arguments.find(name) if arguments is not None else None
        if own is None or other is None or not isinstance(own.value, bool):
            continue
        if own.value != other.is_true and (other.is_true or other.is_false):
            here, there = str(own.value).lower(), str(other.is_true).lower()
            message = f"`{name}` is {here} in `{config.path}`, but {there} for the Trainer"
            yield own.finding(message, 'write `"auto"`, which takes the Trainer\'s value')
