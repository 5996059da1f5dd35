"""RUN341 torchtune-alone: `tune run` on several nodes doesn't look for the other nodes.

Without `--rdzv_endpoint` on its command line or `PET_RDZV_ENDPOINT`, `tune run` sets torchrun's `--standalone`: each
node waits for the others at its own address until the rendezvous times out.

Source: https://github.com/meta-pytorch/torchtune/blob/main/torchtune/_cli/run.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [tune, run, --nnodes=2, --nproc_per_node=8, full_finetune_distributed, --config, llama3_1/8B_full]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [tune, run, --nnodes=2, --nproc_per_node=8, --rdzv_backend=c10d,
      "--rdzv_endpoint=$(PET_MASTER_ADDR):$(PET_MASTER_PORT)", full_finetune_distributed, --config, llama3_1/8B_full]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("tune",))
def check(program: Program) -> Iterator[Finding]:
    """Report `tune run` on several nodes without an endpoint."""
    for found in program.launched_by("tune") if program.is_distributed else ():
        if found.options and "rdzv_endpoint" not in found.options and not program.has_variable("PET_RDZV_ENDPOINT"):
            message = f"without `--rdzv_endpoint`, `tune run` starts torchrun for one of the {program.nodes} nodes"
            hint = "add `--rdzv_backend=c10d --rdzv_endpoint=$(PET_MASTER_ADDR):$(PET_MASTER_PORT)` before the recipe"
            yield Finding(found.launcher_word.path, message, hint)
