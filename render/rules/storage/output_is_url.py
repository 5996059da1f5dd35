"""STO120 output-is-url: Hugging Face's Trainer gets a URL as `output_dir`, and writes to a folder with this name.

The Trainer knows folders only. `s3://bucket/run` becomes the folder `s3:/bucket/run` in the container, which is lost
when the pod ends, without a message.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.output_dir

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, "--output_dir=s3://bucket/run", --learning_rate=1e-4]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints/run, --learning_rate=1e-4]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_URL = re.compile(r"[a-z][a-z0-9]+://.+")


@rule(severity=Severity.WARNING, keys=("output_dir", "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Report URLs."""
    for arguments in trainer_arguments(program):
        setting = arguments.find("output_dir")
        if setting is not None and setting.text and _URL.fullmatch(setting.text):
            message = (
                f"`output_dir` is `{setting.text}`: the Trainer writes to a folder with this name in the container"
            )
            yield setting.finding(message, "write to a folder of a claim, and copy from there")
