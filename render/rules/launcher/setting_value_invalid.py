"""RUN325 setting-value-invalid: an argument of a training has a value that the training rejects.

Hugging Face's Trainer, LLaMA-Factory, torchtune and Axolotl stop when they read a word for a number, a batch size of 0
or an unknown stage: after the nodes have started and the image is pulled. With 0 epochs they train nothing, and the run
has succeeded. A batch size of 0 among the options of another program yields a warning.

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
    unless: str


_BATCH_SIZES = ("batch_size", "global_batch_size", "micro_batch_size", "train_batch_size")


@rule(keys=(*sorted(NAMES), *_BATCH_SIZES, "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Compare the values of options and files with the table."""
    for arguments in trainer_arguments(program):
        for reader in ("trainer", "llamafactory") if arguments.is_llamafactory else ("trainer",):
            for name, value in _known(reader).items():
                if not value.unless or arguments.find(value.unless) is None:
                    yield from _finding(arguments.find(name), value)
    yield from _of_files(program)
    yield from _of_options(program)


def _of_files(program: Program) -> Iterator[Finding]:
    for config in program.configs_of("axolotl", "torchtune"):
        for name, value in _known(config.module).items():
            if not value.unless or config.find(value.unless) is None:
                yield from _finding(config.find(*name.split(".")), value)


def _of_options(program: Program) -> Iterator[Finding]:
    for launch in program.launches:
        for name in _BATCH_SIZES:
            option = launch.program_options.get(name)
            if option is not None and option.literal is not None:
                setting = Setting(name, option.literal, option.flag.path, option.flag.text)
                yield from (one.as_warning for one in _finding(setting, _known("any")[name]))


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
        name: _Value(re.compile(row["pattern"]), row["takes"], row["like"], row.get("unless", ""))
        for row in rows
        for name in row["names"]
    }
