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
from render.programs.trainer_arguments import Arguments, trainer_arguments
from render.rules.rule import Finding, rule

_PAIRS = (("deepspeed", "fsdp"), ("fp16", "bf16"))
_OFF = frozenset({"0", "false", "no", "none", "off", ""})


@rule(keys=("bf16", "fsdp", "load_best_model_at_end", "a configuration file"))
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
    for arguments in trainer_arguments(program):
        yield from _best_model(arguments)


def _best_model(arguments: Arguments) -> Iterator[Finding]:
    """Yield a finding if the best of the checkpoints can't be chosen: it needs an evaluation of each.

    https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.py (`__post_init__`)
    """
    best = arguments.find("load_best_model_at_end")
    if best is None or not best.is_true:
        return
    evaluates = arguments.find("eval_strategy") or arguments.find("evaluation_strategy")
    saves = arguments.find("save_strategy")
    if evaluates is None and arguments.find("do_eval") is None and (saves is None or saves.text != "no"):
        message = "`load_best_model_at_end` requires an evaluation of each checkpoint, but `eval_strategy` is not set"
        yield best.finding(message, "set `eval_strategy` to that of `save_strategy`, `steps` by default")
    elif evaluates is not None and evaluates.text == "steps" and (saves is None or saves.text == "steps"):
        every, saved = arguments.find("eval_steps"), arguments.find("save_steps")
        number, at = every.number if every is not None else None, saved.number if saved is not None else 500
        if number and at and number > 0 and at > 0 and at % number:
            message = (
                f"checkpoints are saved every {at} steps, which is not a multiple of {number}, those of evaluations"
            )
            found = saved or every or best
            yield found.finding(message, f"set `save_steps` to {at + number - at % number}")


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
