"""RES116 precision-unsupported: the training uses a number format that the GPUs don't have.

`bf16` needs compute capability 8.0 (A100 and later): Hugging Face's Trainer and DeepSpeed stop on V100 and T4. `fp8`
needs 8.9 (L4, H100 and later), `tf32` 8.0. The format is an option, or a value in a configuration file of `files`.

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

from collections.abc import Iterator

from render.programs.openclip import is_openclip
from render.programs.program import Program
from render.programs.run import Run
from render.programs.setting import Setting
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_NEEDED = {"bf16": (8, 0), "fp8": (8, 9), "tf32": (8, 0)}
_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "accelerate": (("mixed_precision",),),
    "axolotl": (("bf16",), ("fp8",), ("tf32",)),
    "deepspeed": (("bf16", "enabled"), ("bfloat16", "enabled")),
    "torchtune": (("dtype",),),
}
_NAMES = ("bf16", "fp8", "tf32", "pure_bf16")


@rule(keys=(*_NAMES, "mixed_precision", "precision", "a configuration file"))
def check(run: Run) -> Iterator[Finding]:
    """Compare the formats with the GPUs that the spec's machines have."""
    found = [(setting, kind) for setting, kind in _formats(run.program)] if run.gpus else []
    if not found:
        return
    from render.rules.resources._nodes import gpus_of_run

    models = gpus_of_run(run)
    for setting, kind in found:
        lacking = [gpu for gpu in models if tuple(map(int, gpu.capability.split("."))) < _NEEDED[kind]]
        if models and len(lacking) == len(models):
            needed = ".".join(map(str, _NEEDED[kind]))
            message = f"`{kind}` needs compute capability {needed}, and {lacking[0].name} has {lacking[0].capability}"
            hint = "use `fp16`" if kind == "bf16" else "use `bf16`" if lacking[0].capability >= "8.0" else "remove it"
            found_at = setting.finding(message, hint)
            yield found_at if kind != "tf32" else found_at.as_warning


def _formats(program: Program) -> Iterator[tuple[Setting, str]]:
    yield from _of_files(program)
    for arguments in trainer_arguments(program):
        for name in _NAMES:
            if (one := arguments.find(name)) is not None and one.is_true:
                yield one, name.removeprefix("pure_")
    for launch in program.launches:
        own = launch.options.get("mixed_precision")
        other = launch.program_options.get("precision") if is_openclip(launch) else None
        for option in (own, other):
            kind = "" if option is None or option.literal is None else option.literal
            kind = kind.removeprefix("amp_").removeprefix("pure_").replace("bfloat16", "bf16")
            if option is not None and kind in _NEEDED:
                yield Setting(option.name, kind, option.flag.path, option.flag.text), kind


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
