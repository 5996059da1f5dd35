"""RUN342 torchtune-size-indivisible: torchtune's parallel dimensions don't divide the processes of the run.

`tensor_parallel_dim`, `data_parallel_replicate_dim` and `context_parallel_dim` multiply, and the rest of the processes
shards the model: the product must divide the number of processes.

Source: https://meta-pytorch.org/torchtune/stable/deep_dives/configs.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed, --config, /config/full.yaml]
    files:
      /config/full.yaml: |
        tensor_parallel_dim: 3
        batch_size: 2
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed, --config, /config/full.yaml]
    files:
      /config/full.yaml: |
        tensor_parallel_dim: 4
        batch_size: 2
"""

from collections.abc import Iterator

from render.programs.marks import config_mark
from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_DIMENSIONS = ("tensor_parallel_dim", "data_parallel_replicate_dim", "context_parallel_dim")


@rule(keys=(config_mark("torchtune"),))
def check(program: Program) -> Iterator[Finding]:
    """Compare the product with the processes."""
    for config in program.configs_of("torchtune"):
        product = 1
        for name in _DIMENSIONS if program.world and program.is_only_template else ():
            setting = config.find(name)
            if setting is None or setting.number is None or setting.number < 1:
                continue
            product *= setting.number
            if (program.world or 0) % product:
                message = f"the run has {plural(program.world or 0, 'process')}, which {product} doesn't divide"
                yield setting.finding(f"`{name}` is {setting.number}: {message}", "choose a divisor")
                break
