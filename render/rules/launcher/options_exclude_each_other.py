"""RUN198 options-exclude-each-other: two options of the program can't be used together.

A Transformers program stops with `Using --fsdp together with --deepspeed is not possible`, and with `At most one of
fp16 and bf16 can be True, but not both`; Megatron-LM has the same rule for its two precisions.

Source: https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.py

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --deepspeed=zero3.json, --fsdp=full_shard auto_wrap]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --deepspeed=zero3.json]
"""

from collections.abc import Iterator

from render.programs.command_line import Option, Options
from render.programs.program import Program
from render.rules.rule import Finding, rule

_PAIRS = (("deepspeed", "fsdp"), ("fp16", "bf16"))
_OFF = frozenset({"0", "false", "no", "none", "off", ""})


@rule(keys=("bf16", "fsdp", "load_best_model_at_end"))
def check(program: Program) -> Iterator[Finding]:
    """Report the second of two options that are both on."""
    for found in program.launches:
        options = found.program_options
        for first, second in _PAIRS:
            if _is_on(options.get(first)) and _is_on(options.get(second)):
                flag = options[second].flag
                message = f"`--{second}` can't be used together with `--{first}`"
                yield Finding(flag.path, message, f"remove `--{first}` or `--{second}`", excerpt=flag.text)
        if _is_on(options.get("load_best_model_at_end")):
            yield from _strategies(options)


def _strategies(options: Options) -> Iterator[Finding]:
    """Yield a finding if checkpoints and evaluations, of which the best is chosen, come at different times."""
    saves = options.get("save_strategy")
    evaluates = options.get("eval_strategy", options.get("evaluation_strategy"))
    right = evaluates.literal if evaluates is not None else None
    if saves is not None and right and saves.literal and saves.literal not in (right, "best"):
        message = f"`--load_best_model_at_end` requires `--save_strategy={right}`, got `{saves.literal}`"
        yield Finding(saves.flag.path, message, f"use `{right}` for both", excerpt=saves.flag.text)


def _is_on(option: Option | None) -> bool:
    if option is None:
        return False
    return option.value is None or (option.value.is_literal and option.value.text.lower() not in _OFF)
