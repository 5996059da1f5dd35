"""RUN206 trainer-option-misspelt: the Trainer of transformers has no option of this name, but a similar one.

`HfArgumentParser` stops at an option that neither the program nor `TrainingArguments` has: `Some specified arguments
are not used`. The beginning of a name is accepted.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, run_clm.py, --output_dir=s3://a/b, --bf16, --per_device_train_batchsize=4]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, run_clm.py, --output_dir=s3://a/b, --bf16, --per_device_train_batch_size=4]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_NAMES = frozenset(
    {
        "adam_beta1", "adam_beta2", "adam_epsilon", "auto_find_batch_size", "bf16_full_eval", "data_seed",
        "dataloader_drop_last", "dataloader_num_workers", "dataloader_persistent_workers", "dataloader_pin_memory",
        "dataloader_prefetch_factor", "ddp_backend", "ddp_bucket_cap_mb", "ddp_find_unused_parameters", "ddp_timeout",
        "eval_accumulation_steps", "eval_delay", "eval_on_start", "eval_steps", "eval_strategy", "evaluation_strategy",
        "fp16_full_eval", "fp16_opt_level", "fsdp_config", "gradient_accumulation_steps", "gradient_checkpointing",
        "gradient_checkpointing_kwargs", "greater_is_better", "group_by_length", "hub_model_id", "hub_strategy",
        "ignore_data_skip", "include_num_input_tokens_seen", "label_names", "label_smoothing_factor", "learning_rate",
        "load_best_model_at_end", "logging_dir", "logging_first_step", "logging_nan_inf_filter", "logging_steps",
        "logging_strategy", "lr_scheduler_kwargs", "lr_scheduler_type", "max_grad_norm", "metric_for_best_model",
        "neftune_noise_alpha", "num_train_epochs", "output_dir", "overwrite_output_dir", "past_index",
        "per_device_eval_batch_size", "per_device_train_batch_size", "prediction_loss_only", "push_to_hub",
        "remove_unused_columns", "restore_callback_states_from_checkpoint", "resume_from_checkpoint", "save_only_model",
        "save_safetensors", "save_steps", "save_strategy", "save_total_limit", "torch_compile", "torch_compile_backend",
        "torch_compile_mode", "torch_empty_cache_steps", "torchdynamo", "warmup_ratio", "warmup_steps", "weight_decay",
    }
)  # fmt: skip
"""Options of `TrainingArguments`."""
_SIMILAR = 0.93
_LEAST = 8
"""Minimum letters: shorter names of two options differ as little."""


@rule(severity=Severity.WARNING, keys=("output_dir",))
def check(program: Program) -> Iterator[Finding]:
    """Report options that differ from one of the Trainer's in a letter or a separator."""
    for arguments in trainer_arguments(program):
        for name, option in arguments.launch.program_options.items() if arguments.config is None else ():
            written = option.flag.text.partition("=")[0]
            if len(name) < _LEAST or not written.startswith("--") or any(one.startswith(name) for one in _NAMES):
                continue
            near = nearest(name, _NAMES, _SIMILAR)
            if near is not None and near not in arguments.launch.program_options:
                message = f"the Trainer has no option `{written}`"
                yield Finding(option.flag.path, message, f"did you mean `--{near}`?", excerpt=option.flag.text)
