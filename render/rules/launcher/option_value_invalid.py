"""RUN186 option-value-invalid: an option has a value that its program rejects.

`--fsdp` of a Transformers program is a list of words: `full_shard`, `shard_grad_op`, `hybrid_shard`,
`hybrid_shard_zero2`, `no_shard`, `offload`, `auto_wrap`. Options of launchers such as `--mixed_precision` have a fixed
set of values too. Another one stops every process before the training begins.

Source: https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.py

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --fsdp=full_shard autowrap]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --fsdp=full_shard auto_wrap]
"""

from collections.abc import Iterator

from render.programs.command_line import Option
from render.programs.program import Program
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_FSDP = frozenset({
    "auto_wrap", "full_shard", "hybrid_shard", "hybrid_shard_zero2", "no_shard", "offload", "shard_grad_op",
})  # fmt: skip
_CHOICES = ("accelerator", "deepspeed_multinode_launcher", "launcher", "mixed_precision", "precision", "start_method",
            "zero3_init_flag", "zero_stage")  # fmt: skip


@rule(keys=("fsdp", *_CHOICES))
def check(program: Program) -> Iterator[Finding]:
    """Report values of launchers' options, and words of `--fsdp` if one of them is known or similar."""
    for found in program.launches:
        for name, values in found.tool.choices.items():
            option = found.options.get(name)
            if option is not None and option.literal is not None and option.literal not in values:
                yield _finding(option, option.literal, values)
        fsdp = found.program_options.get("fsdp")
        words = (fsdp.literal or "").split() if fsdp is not None else []
        wrong = [word for word in words if word not in _FSDP and "$" not in word]
        is_list = len(wrong) < len(words) or (wrong and nearest(wrong[0].lower(), _FSDP, 0.8))
        if fsdp is not None and wrong and is_list and '"' not in wrong[0] and "'" not in wrong[0]:
            yield _finding(fsdp, wrong[0], _FSDP)


def _finding(option: Option, text: str, values: frozenset[str]) -> Finding:
    suggestion = nearest(text.lower(), values, 0.6)
    listed = ", ".join(f"`{value}`" for value in sorted(values))
    hint = f"did you mean `{suggestion}`?" if suggestion else f"use one of {listed}"
    path = (option.value or option.flag).path
    return Finding(path, f"`--{option.name}` doesn't accept `{text}`", hint, excerpt=option.flag.text)
