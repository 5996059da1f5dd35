"""RUN316 deepspeed-differs-from-trainer: DeepSpeed's file and the Trainer's arguments have different values.

Hugging Face's Trainer compares both and stops with `Please correct the following DeepSpeed config values that mismatch
TrainingArguments values`. `"auto"` in the file takes the Trainer's value.

Source: https://huggingface.co/docs/transformers/deepspeed#deepspeed-and-trainer-parameters

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json, --per_device_train_batch_size=4,
      --output_dir=s3://bucket/out]
    files:
      /config/ds.json: |
        {"train_batch_size": "auto", "train_micro_batch_size_per_gpu": 8, "zero_optimization": {"stage": 2}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json, --per_device_train_batch_size=4,
      --output_dir=s3://bucket/out]
    files:
      /config/ds.json: |
        {"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 2}}
"""

from collections.abc import Iterator

from render.programs.config_file import ConfigFile
from render.programs.program import Program
from render.programs.setting import Setting
from render.programs.trainer_arguments import Arguments
from render.rules.launcher._deepspeed import MARK, deepspeed_files, trainer_of
from render.rules.rule import Finding, rule

_PAIRS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("train_micro_batch_size_per_gpu",), "per_device_train_batch_size"),
    (("gradient_accumulation_steps",), "gradient_accumulation_steps"),
    (("gradient_clipping",), "max_grad_norm"),
    (("optimizer", "params", "lr"), "learning_rate"),
    (("optimizer", "params", "weight_decay"), "weight_decay"),
    (("optimizer", "params", "eps"), "adam_epsilon"),
    (("scheduler", "params", "warmup_max_lr"), "learning_rate"),
)
_DEFAULTS = {"per_device_train_batch_size": 8, "gradient_accumulation_steps": 1}
"""Defaults of the Trainer, which count where all of its arguments are known."""


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Compare the pairs that the Trainer compares."""
    for config in deepspeed_files(program):
        arguments = trainer_of(program, config)
        if arguments is not None:
            yield from _pairs(config, arguments)
            yield from _total(program, config, arguments)


def _pairs(config: ConfigFile, arguments: Arguments) -> Iterator[Finding]:
    for keys, name in _PAIRS:
        own, number = config.find(*keys), _number(arguments, name)
        if own is None or number is None or _float(own) in (None, number):
            continue
        message = f"`{own.name}` is {own.value} in `{config.path}`, but `{name}` is {number:g}"
        yield own.finding(message, 'write `"auto"`, which takes the Trainer\'s value')


def _total(program: Program, config: ConfigFile, arguments: Arguments) -> Iterator[Finding]:
    total, world = config.find("train_batch_size"), program.world
    factors = [_number(arguments, name) for name in _DEFAULTS]
    others = [config.find("train_micro_batch_size_per_gpu"), config.find("gradient_accumulation_steps")]
    if total is None or total.number is None or world is None or any(one and one.number for one in others):
        return
    if (
        factors[0] is not None
        and factors[1] is not None
        and total.number != (product := factors[0] * factors[1] * world)
    ):
        message = (
            f"`train_batch_size` is {total.number} in `{config.path}`, but the Trainer has {factors[0]:g} * "
            f"{factors[1]:g} * {world} processes = {product:g}"
        )
        yield total.finding(message, 'write `"auto"`, which takes the Trainer\'s value')


def _number(arguments: Arguments, name: str) -> float | None:
    found = arguments.find(name)
    if found is None:
        return _DEFAULTS.get(name) if arguments.is_complete else None
    return _float(found)


def _float(setting: Setting) -> float | None:
    try:
        return None if isinstance(setting.value, bool) else float(setting.value)
    except (TypeError, ValueError, OverflowError):
        return None
