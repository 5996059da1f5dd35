"""torchtune under Torch: the recipe and its configuration, which Trainer appends to `tune run`.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go
"""

from collections.abc import Iterator, Sequence

from render.manifests.trainjob import NODE, RuntimeReference
from render.trainer.context import PORT, TRAINER, ExpansionContext
from render.trainer.resources import count_gpus

_MANAGED = ("output_dir", "tokenizer.path", "checkpointer.checkpoint_dir", "tokenizer.merges_file")
"""Settings that only a runtime can change."""


def uses_torchtune(command: Sequence[str] | None) -> bool:
    """Return True if a TrainJob starts torchtune and leaves its arguments to Trainer."""
    return command == ["tune", "run"]


def torchtune_model(runtime: str) -> str:
    """Return the model that the name of a runtime contains; empty if it has none."""
    parts = runtime.split("-")
    return f"{parts[1].replace('.', '_')}/{parts[2].upper()}" if len(parts) == 3 else ""


def torchtune_command(work: ExpansionContext, processes: int | str) -> list[str]:
    """Return the command of the training container. `processes` is the number of processes of a node."""
    many = processes > 1 if isinstance(processes, int) else count_gpus(work.resources) > 1
    endpoint = [f"--rdzv_endpoint={work.first_host}:{PORT}"] if work.nodes > 1 or many else []
    recipe, suffix = _recipe(work, processes)
    name = torchtune_model(RuntimeReference.of(work.training.job).name)
    return [*(work.command or ()), *endpoint, recipe, "--config", f"{name}{suffix}", *_overrides(work)]


def _recipe(work: ExpansionContext, processes: int | str) -> tuple[str, str]:
    """Return the recipe, and the suffix of its configuration."""
    if work.nodes > 1:
        return "full_finetune_distributed", "_full_multinode"
    is_single = work.nodes == 1 and (processes == 1 or count_gpus(work.resources) == 1)
    kind = _kind(work) if work.nodes == 1 else "full"
    tuned = "full" if kind == "full" else "lora"
    if is_single:
        return f"{tuned}_finetune_single_device", f"_{kind}_single_device"
    return f"{tuned}_finetune_distributed", f"_{kind}"


def _kind(work: ExpansionContext) -> str:
    """Return the kind of training: `full` for all weights, `lora` for adapters, `qlora` with quantized weights."""
    arguments = (work.trainer or {}).get("args", ())
    if _is_on("model.quantize_base", work) and not _is_on("model.use_dora", work):
        return "qlora"
    return "lora" if any("model.lora_attn_modules" in argument for argument in arguments) else "full"


def _is_on(key: str, work: ExpansionContext) -> bool:
    arguments = (work.trainer or {}).get("args", ())
    if work.release.reads_keys_only:
        return any(key in argument for argument in arguments)
    pairs = (argument.partition("=") for argument in arguments)
    return any(key in name and value.strip().lower() == "true" for name, _, value in pairs)


def _overrides(work: ExpansionContext) -> Iterator[str]:
    """Yield the settings of the runtime's command that a TrainJob can't change."""
    for pods in work.sets:
        for container in pods.named(NODE) if pods.step == TRAINER else ():
            yield from (word for word in container.get("command", ()) if word.partition("=")[0] in _MANAGED)
