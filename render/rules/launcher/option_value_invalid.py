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

import re
from collections.abc import Iterator

from render.programs.catalog import NUMBER
from render.programs.command_line import Launch, Option
from render.programs.openclip import is_openclip
from render.programs.program import Program
from render.programs.trainer_arguments import NAMES
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_FSDP = frozenset({
    "auto_wrap", "full_shard", "hybrid_shard", "hybrid_shard_zero2", "no_shard", "offload", "shard_grad_op",
})  # fmt: skip
_OF_TRAINER = {
    "ddp_backend": frozenset({"ccl", "cncl", "gloo", "hccl", "mccl", "mpi", "nccl", "xccl"}),
    "eval_strategy": frozenset({"epoch", "no", "steps"}),
    "evaluation_strategy": frozenset({"epoch", "no", "steps"}),
    "logging_strategy": frozenset({"epoch", "no", "steps"}),
    "save_strategy": frozenset({"best", "epoch", "no", "steps"}),
    "lr_scheduler_type": frozenset({
        "constant", "constant_with_warmup", "cosine", "cosine_warmup_with_min_lr", "cosine_with_min_lr",
        "cosine_with_restarts", "greedy", "inverse_sqrt", "linear", "polynomial", "reduce_lr_on_plateau",
        "warmup_stable_decay",
    }),
    "optim": frozenset({
        "adafactor", "adagrad", "adalomo", "adamw_8bit", "adamw_anyprecision", "adamw_apex_fused", "adamw_bnb_8bit",
        "adamw_hf", "adamw_torch", "adamw_torch_4bit", "adamw_torch_8bit", "adamw_torch_fused",
        "adamw_torch_npu_fused", "adamw_torch_xla", "ademamix", "ademamix_8bit", "apollo_adamw", "galore_adafactor",
        "galore_adamw", "galore_adamw_8bit", "grokadamw", "lion_32bit", "lion_8bit", "lomo", "paged_adamw_32bit",
        "paged_adamw_8bit", "paged_lion_32bit", "paged_lion_8bit", "rmsprop", "rmsprop_bnb", "schedule_free_adamw",
        "schedule_free_radam", "schedule_free_sgd", "sgd", "stable_adamw",
    }),
}  # fmt: skip
"""Options of Transformers' Trainer (transformers/training_args.py, trainer_utils.py)."""
_OPENCLIP_DATASETS = frozenset({"auto", "csv", "synthetic", "webdataset"})
"""Values of `--dataset-type` (open_clip_train/params.py)."""
_SIGNS = ("do_train", "eval_strategy", "evaluation_strategy", "fsdp", "gradient_accumulation_steps",
          "model_name_or_path", "per_device_train_batch_size", "save_strategy")  # fmt: skip
"""Other options of the same programs: a program of another kind may use the same names."""
_OPTIONS = (
    *("machine_rank", "main_process_port", "master_port", "max_restarts", "nnodes", "node_rank", "nproc_per_node"),
    *("num_machines", "num_processes", "rdzv_backend", "redirects", "tee"),
)
_CHOICES = ("accelerator", "deepspeed_multinode_launcher", "launcher", "mixed_precision", "precision", "start_method",
            "zero3_init_flag", "zero_stage")  # fmt: skip


@rule(keys=("dataset_type", "fsdp", *_OPTIONS, *_CHOICES, *_OF_TRAINER))
def check(program: Program) -> Iterator[Finding]:
    """Report values of launchers' options, and words of `--fsdp` if one of them is known or similar."""
    for found in program.launches:
        for name, values in found.tool.choices.items():
            option = found.options.get(name)
            if option is not None and option.literal is not None and option.literal not in values:
                yield _finding(option, option.literal, values)
        yield from _patterns(found)
        yield from _trainer_values(found)
        kind = found.program_options.get("dataset_type") if is_openclip(found) else None
        if kind is not None and kind.literal is not None and kind.literal not in _OPENCLIP_DATASETS:
            yield _finding(kind, kind.literal, _OPENCLIP_DATASETS)
        fsdp = found.program_options.get("fsdp")
        words = (fsdp.literal or "").split() if fsdp is not None else []
        wrong = [word for word in words if word not in _FSDP and "$" not in word]
        is_list = len(wrong) < len(words) or (wrong and nearest(wrong[0].lower(), _FSDP, 0.8))
        if fsdp is not None and wrong and is_list and '"' not in wrong[0] and "'" not in wrong[0]:
            yield _finding(fsdp, wrong[0], _FSDP)


def _patterns(found: Launch) -> Iterator[Finding]:
    """Yield findings for values of another form, and for misspelt ones."""
    for name, pattern in found.tool.values.items():
        option = found.options.get(name)
        if option is not None and option.literal is not None and not re.fullmatch(pattern, option.literal):
            hint = "write a whole number" if pattern == NUMBER else f"see {found.tool.source}"
            message = f"`--{option.name}` doesn't accept `{option.literal}`"
            yield Finding((option.value or option.flag).path, message, hint, excerpt=option.flag.text)
    for name, values in found.tool.usual.items():
        option = found.options.get(name)
        text = option.literal if option is not None else None
        if option is not None and text and text not in values and nearest(text, values, 0.7):
            yield _finding(option, text, values)


def _trainer_values(found: Launch) -> Iterator[Finding]:
    """Yield findings for options of Transformers' Trainer."""
    options = found.program_options
    for name, values in _OF_TRAINER.items():
        option = options.get(name)
        is_trainer = any(sign in options for sign in _SIGNS) or len(NAMES.intersection(options) - {name}) > 1
        text = option.literal if option is not None and is_trainer else None
        if option is not None and text is not None and text not in values and nearest(text.lower(), values, 0.6):
            yield _finding(option, text, values)


def _finding(option: Option, text: str, values: frozenset[str]) -> Finding:
    suggestion = nearest(text.lower(), values, 0.6)
    listed = ", ".join(f"`{value}`" for value in sorted(values))
    hint = f"did you mean `{suggestion}`?" if suggestion else f"use one of {listed}"
    path = (option.value or option.flag).path
    return Finding(path, f"`--{option.name}` doesn't accept `{text}`", hint, excerpt=option.flag.text)
