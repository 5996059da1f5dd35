"""RUN185 parallel-size-indivisible: the parts of the model don't divide the processes of the run.

Tensor, pipeline and context parallelism split a model over `tensor * pipeline * context` processes; data parallelism
repeats that. Megatron-LM and NeMo stop with `world size is not divisible by total_model_size` if a part is left over,
torchtitan if its degrees don't multiply to the number of processes. The layers must divide by the pipeline's stages,
and the attention heads by the tensor's parts, the global batch by the micro batches of all copies.

Source: https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=8, --pipeline-model-parallel-size=3]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=8, --pipeline-model-parallel-size=2]
"""

from collections.abc import Iterator, Mapping
from math import prod

from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_TENSOR = ("tensor_model_parallel_size", "tensor_parallel_degree")
_PIPELINE = ("pipeline_model_parallel_size", "pipeline_parallel_degree")
_CONTEXT = ("context_parallel_size", "context_parallel_degree")
_EXPERTS = "expert_model_parallel_size"
_REPLICAS = ("data_parallel_replicate_degree", "data_parallel_shard_degree")
_UNEVEN = (
    "decoder_first_pipeline_num_layers", "decoder_last_pipeline_num_layers", "account_for_embedding_in_pipeline_split",
           "account_for_loss_in_pipeline_split", "pipeline_model_parallel_layout", "num_layers_in_first_pipeline_stage",
           "num_layers_in_last_pipeline_stage", "encoder_tensor_model_parallel_size")  # fmt: skip
_PARTS = (*_TENSOR, *_PIPELINE, *_CONTEXT, *_REPLICAS)


@rule(keys=(*_PARTS, _EXPERTS, "global_batch_size"))
def check(program: Program) -> Iterator[Finding]:
    """Compare the product of the sizes with the processes, and layers and heads with their sizes."""
    sizes = _sizes(program)
    found = [*_not_dividing(program, sizes), *_experts(program, sizes), *_batches(program, sizes)]
    yield from found[:1]
    for names, whole, part in (
        (_PIPELINE, "num_layers", "stages of the pipeline"),
        (_TENSOR, "num_attention_heads", "parts of a tensor"),
    ):
        divisor = next((sizes[name] for name in names if name in sizes), None)
        total = sizes.get(whole)
        if divisor and total and divisor[0] > 1 and total[0] % divisor[0] and not sizes.keys() & set(_UNEVEN):
            name = whole.replace("_", "-")
            message = f"`{name}` is {total[0]}, which {divisor[0]} {part} don't divide"
            yield Finding(divisor[1].path, message, f"use a divisor of {total[0]}", excerpt=divisor[1].text)


def _not_dividing(program: Program, sizes: Mapping[str, tuple[int, Word]]) -> Iterator[Finding]:
    world, product = program.world, 1
    for name in _PARTS if world and _has_one_process_per_gpu(program) else ():
        if name not in sizes or sizes[name][0] < 1:
            continue
        size, word = sizes[name]
        product *= size
        if world and world % product:
            message = f"the run has {world} processes, which is not a multiple of {product}, the processes of one model"
            yield Finding(word.path, message, "choose sizes whose product divides the processes", excerpt=word.text)


def _experts(program: Program, sizes: Mapping[str, tuple[int, Word]]) -> Iterator[Finding]:
    """Compare the experts' parts with the processes of one stage of the pipeline."""
    size, word = sizes.get(_EXPERTS, (1, None))
    stages = _product(sizes, *_PIPELINE)
    if word is not None and size > 1 and _has_one_process_per_gpu(program) and (program.world or 0) % (size * stages):
        message = (
            f"the run has {program.world} processes, which is not a multiple of {size * stages}: experts and stages"
        )
        yield Finding(word.path, message, "choose sizes whose product divides the processes", excerpt=word.text)


def _batches(program: Program, sizes: Mapping[str, tuple[int, Word]]) -> Iterator[Finding]:
    """Compare the global batch with the micro batches of all copies of the model."""
    whole, micro = sizes.get("global_batch_size"), sizes.get("micro_batch_size")
    one = _product(sizes, *_TENSOR, *_PIPELINE, *_CONTEXT)
    if not (whole and micro and whole[0] and micro[0] and one and _has_one_process_per_gpu(program)):
        return
    copies, rest = divmod(program.world or 0, one)
    if "rampup_batch_size" not in sizes and not rest and copies and whole[0] % (micro[0] * copies):
        message = f"a global batch of {whole[0]} is not a multiple of {micro[0]} times {copies} copies of the model"
        yield Finding(whole[1].path, message, f"use a multiple of {micro[0] * copies}", excerpt=whole[1].text)


def _product(sizes: Mapping[str, tuple[int, Word]], *names: str) -> int:
    """Return the product of the sizes; 0 if one is not known."""
    return prod(sizes[name][0] for name in names if name in sizes)


def _has_one_process_per_gpu(program: Program) -> bool:
    is_known = program.world is not None and not program.is_elastic
    return is_known and (program.gpus or 0) == program.processes


def _sizes(program: Program) -> dict[str, tuple[int, Word]]:
    """Return the sizes on the command line: `--name=N`, `--section.name N` and Hydra's `section.name=N`."""
    found = {}
    for launch in program.launches:
        for option in launch.program_options.values():
            found[option.name.rpartition(".")[2]] = (_number(option.literal), option.flag)
        for word in launch.program[1:]:
            name, has_value, value = word.text.lstrip("+").partition("=")
            if has_value and not name.startswith("-"):
                found[name.rpartition(".")[2]] = (_number(value), word)
    return found


def _number(text: str | None) -> int:
    """Return a whole number; 0 for another text."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() else 0
