"""RES116 precision-unsupported: the training uses a number format that the GPUs don't have.

`bf16` needs compute capability 8.0 (A100 and later): Hugging Face's Trainer and DeepSpeed stop on V100 and T4. `fp8`
needs 8.9 (L4, H100 and later), `tf32` and FlashAttention 2 8.0. The format is an option, or a
value in a configuration file of `files`. Among the options of a program that is not known it yields a warning.

Source: https://docs.nvidia.com/deeplearning/transformer-engine/user-guide/installation.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {cloud.google.com/gke-accelerator: nvidia-tesla-v100}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "bf16": {"enabled": true}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {cloud.google.com/gke-accelerator: nvidia-tesla-v100}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "fp16": {"enabled": true}}
"""

import re
from collections.abc import Iterator

from render.programs.command_line import Launch, Option
from render.programs.openclip import is_openclip
from render.programs.program import Program
from render.programs.run import Run
from render.programs.setting import Setting
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_NEEDED = {"bf16": (8, 0), "fp8": (8, 9), "flash_attention_2": (8, 0), "tf32": (8, 0)}
_OTHER = {"bf16": "use `fp16`", "flash_attention_2": "use `sdpa`"}
_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "accelerate": (("mixed_precision",),),
    "axolotl": (("bf16",), ("fp8",), ("tf32",)),
    "deepspeed": (("bf16", "enabled"), ("bfloat16", "enabled")),
    "torchtune": (("dtype",),),
}
_NAMES = ("bf16", "fp8", "tf32", "pure_bf16")
_CHOICES = ("amp_dtype", "attn_implementation", "dtype", "mixed_precision", "param_dtype", "precision", "torch_dtype")
_CHOICE = re.compile(r"(amp_|pure_|torch\.)?(?P<kind>bf16|flash_attention_2|fp8|tf32)(-mixed|-true)?")
_FP8_FORMAT = "fp8_format"
"""Megatron-LM's option with the kind of `fp8`."""


@rule(keys=(*_NAMES, *_CHOICES, _FP8_FORMAT, "ACCELERATE_MIXED_PRECISION", "a configuration file"))
def check(run: Run) -> Iterator[Finding]:
    """Compare the formats with the GPUs that the spec's machines have."""
    found = list(_formats(run.program)) if run.gpus else []
    if not found:
        return
    from render.rules.resources._nodes import gpus_of_run

    models = gpus_of_run(run)
    for setting, kind, is_known in found:
        lacking = [gpu for gpu in models if tuple(map(int, gpu.capability.split("."))) < _NEEDED[kind]]
        if models and len(lacking) == len(models):
            needed = ".".join(map(str, _NEEDED[kind]))
            message = f"`{kind}` needs compute capability {needed}, and {lacking[0].name} has {lacking[0].capability}"
            hint = _OTHER.get(kind) or ("use `bf16`" if lacking[0].capability >= "8.0" else "remove it")
            found_at = setting.finding(message, hint)
            yield found_at if is_known and kind != "tf32" else found_at.as_warning


def _formats(program: Program) -> Iterator[tuple[Setting, str, bool]]:
    """Yield each number format with its place, and True if the program that reads it is known."""
    yield from ((setting, kind, True) for setting, kind in _of_files(program))
    known: list[Launch] = []
    for arguments in trainer_arguments(program):
        known.append(arguments.launch)
        for name in _NAMES:
            if (one := arguments.find(name)) is not None and one.is_true:
                yield one, name.removeprefix("pure_"), True
    for launch in program.launches:
        own = launch.options.get("mixed_precision")
        if own is not None and (kind := _chosen(own)):
            yield Setting(own.name, kind, own.flag.path, own.flag.text), kind, True
        yield from _of_options(launch, is_trainer=any(one is launch for one in known))
    for name, word in program.values_of("ACCELERATE_MIXED_PRECISION"):
        if word.text in _NEEDED:
            yield Setting(name, word.text, word.path, word.text), word.text, True


def _of_options(launch: Launch, *, is_trainer: bool) -> Iterator[tuple[Setting, str, bool]]:
    """Yield the number formats among the options of a training program."""
    for name, option in launch.program_options.items():
        switch = name.removeprefix("pure_")
        if name in _CHOICES and (kind := _chosen(option)):
            is_known = name == "precision" and is_openclip(launch)
            yield Setting(name, kind, option.flag.path, option.flag.text), kind, is_known
        elif name == _FP8_FORMAT and option.literal:
            yield Setting(name, option.literal, option.flag.path, option.flag.text), "fp8", True
        elif switch in _NEEDED and not is_trainer:
            value = True if option.value is None else option.literal
            setting = Setting(name, value, option.flag.path, option.flag.text)
            if value is not None and (setting.is_true or str(value).startswith("-") or option.value is None):
                yield setting, switch, False


def _chosen(option: Option) -> str:
    """Return the number format that an option names; empty if it names none of those that some GPUs lack."""
    match = _CHOICE.fullmatch((option.literal or "").replace("bfloat16", "bf16"))
    return match["kind"] if match else ""


def _of_files(program: Program) -> Iterator[tuple[Setting, str]]:
    for config in program.configs:
        for keys in _KEYS.get(config.module, ()):
            setting = config.find(*keys)
            if setting is None or (keys == ("mixed_precision",) and "mixed_precision" in config.launch.options):
                continue
            value = keys[0] if setting.value is True else str(setting.value)
            for kind in _NEEDED:
                if value.replace("bfloat16", "bf16").startswith(kind):
                    yield setting, kind
