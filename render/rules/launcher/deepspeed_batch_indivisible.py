"""RUN311 deepspeed-batch-indivisible: the batch sizes in DeepSpeed's file don't fit the processes of the run.

`train_batch_size` must equal `train_micro_batch_size_per_gpu * gradient_accumulation_steps *` the number of processes
of all nodes. DeepSpeed computes what is missing and stops with `Check batch related parameters` if something is left
over. At least one of the first two is required. Hugging Face's Trainer also compares them with its own arguments.

Source: https://www.deepspeed.ai/docs/config-json/#batch-size-related-parameters

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "train_batch_size": 64,
          "train_micro_batch_size_per_gpu": 8,
          "gradient_accumulation_steps": 1
        }
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "train_batch_size": 128,
          "train_micro_batch_size_per_gpu": 8,
          "gradient_accumulation_steps": 1
        }
"""

from collections.abc import Iterator, Mapping

from render.programs.program import Program
from render.programs.setting import Setting
from render.rules.launcher._deepspeed import MARK, deepspeed_files, has_model_parallelism, is_filled
from render.rules.rule import Finding, rule

_TOTAL, _MICRO, _STEPS = "train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Compute the three numbers as DeepSpeed does."""
    for config in deepspeed_files(program):
        if has_model_parallelism(program, config):
            continue
        found = {name: one for name in (_TOTAL, _MICRO, _STEPS) if (one := config.find(name)) and one.value is not None}
        if _TOTAL not in found and _MICRO not in found:
            if not is_filled(config):
                message = f"has neither `{_TOTAL}` nor `{_MICRO}`, of which DeepSpeed needs one"
                yield config.finding(f"`{config.path}` {message}", f"add `{_MICRO}`")
        elif all(one.number is not None for one in found.values()):
            yield from _compared(found, program)


def _compared(found: Mapping[str, Setting], program: Program) -> Iterator[Finding]:
    small = next((one for one in found.values() if (one.number or 0) < 1), None)
    if small is not None:
        yield small.finding(f"`{small.name}` must be at least 1, got {small.number}")
        return
    numbers = {name: one.number or 0 for name, one in found.items()}
    world, total = program.world, numbers.get(_TOTAL)
    if total is None or world is None or not program.is_only_template:
        return
    micro, steps = numbers.get(_MICRO), numbers.get(_STEPS)
    if micro is not None and steps is None:
        steps = total // micro // world
    elif micro is None:
        steps = steps or 1
        micro = total // world // steps
    product = (micro or 0) * (steps or 0) * world
    if product != total:
        sizes = " * ".join(f"{numbers[name]}" for name in (_MICRO, _STEPS) if name in numbers)
        if _MICRO in numbers and _STEPS in numbers:
            message = f"`{_TOTAL}` is {total}, but {sizes} * {world} processes are {product}"
        else:
            message = (
                f"`{_TOTAL}` is {total}, which is not a multiple of {f'{sizes} * ' if sizes else ''}{world} processes"
            )
        whole = world * numbers.get(_MICRO, 1) * numbers.get(_STEPS, 1)
        nearest = product if _MICRO in numbers and _STEPS in numbers else max(1, total // whole) * whole
        yield found[_TOTAL].finding(message, f"set it to `{nearest}`, or remove it")
