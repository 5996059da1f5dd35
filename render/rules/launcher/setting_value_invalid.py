"""RUN325 setting-value-invalid: an argument of a training has a value that the training rejects.

Hugging Face's Trainer and LLaMA-Factory stop when they read a word for a number, a batch size of 0 or an unknown stage:
after the nodes have started and the image is pulled.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints, --per_device_train_batch_size=auto]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints, --per_device_train_batch_size=4]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from render.programs.program import Program
from render.programs.setting import Setting
from render.programs.trainer_arguments import NAMES, trainer_arguments
from render.rules.rule import Finding, rule


class _Value(NamedTuple):
    pattern: re.Pattern[str]
    takes: str
    like: str


@rule(keys=(*sorted(NAMES), "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Compare the values of options and files with the table."""
    for arguments in trainer_arguments(program):
        for name, value in _known("trainer").items():
            yield from _finding(arguments.find(name), value)
        for name, value in _known("llamafactory").items() if arguments.is_llamafactory else ():
            yield from _finding(arguments.find(name), value)


def _finding(setting: Setting | None, value: _Value) -> Iterator[Finding]:
    if setting is None or setting.value is None or isinstance(setting.value, bool | dict | list):
        return
    text = str(setting.value).strip()
    if text and "$" not in text and "{" not in text and not value.pattern.fullmatch(text):
        message = f"`{setting.name}` takes {value.takes}, not `{text}`"
        yield setting.finding(message, f"write `{value.like}`, for example")


@cache
def _known(reader: str) -> dict[str, _Value]:
    rows = json.loads(Path(__file__).with_name("settings.json").read_bytes())[reader]
    return {
        name: _Value(re.compile(row["pattern"]), row["takes"], row["like"]) for row in rows for name in row["names"]
    }
