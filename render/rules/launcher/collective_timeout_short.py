"""RUN232 collective-timeout-short: ranks wait for each other for less than five minutes.

`ddp_timeout` is the time-out of every collective. While rank 0 downloads a model, tokenizes a dataset or saves a large
checkpoint, the others wait in one: after the time-out all of them end. Its default is 1800 seconds.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.ddp_timeout

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --output_dir=/checkpoints, --ddp_timeout=60]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --output_dir=/checkpoints, --ddp_timeout=3600]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_SHORT = 300
"""Seconds."""


@rule(severity=Severity.WARNING, keys=("ddp_timeout", "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Compare the option, or the value of a configuration file, with five minutes."""
    for arguments in trainer_arguments(program):
        setting = arguments.find("ddp_timeout")
        if setting is not None and setting.number is not None and setting.number < _SHORT and program.is_distributed:
            message = f"ranks that wait for another one for {setting.number} seconds end the run"
            yield setting.finding(message, "set it to `1800` or more, or remove it")
