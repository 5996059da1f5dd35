"""RUN175 recipe-not-distributed: `tune run` starts one process for a distributed recipe.

`tune run` starts torchrun only if options of torchrun precede the recipe on its own command line; it doesn't look at
`PET_*`. A distributed recipe in a single process stops with `Distributed finetune recipe should be run via a
distributed launcher`. A single-device recipe with such options is rejected as well; without them each node trains
alone, on one GPU.

Source: https://github.com/meta-pytorch/torchtune/blob/main/torchtune/_cli/run.py

Example:
    image: registry.example/train:1
    command: [tune, run, full_finetune_distributed, --config, llama3_1/8B_full]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed, --config, llama3_1/8B_full]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_HINT = "use the recipe for several devices, which ends in `_distributed`"


@rule(keys=("tune",))
def check(program: Program) -> Iterator[Finding]:
    """Compare the name of the recipe with the presence of options."""
    for found in program.launched_by("tune"):
        recipe = found.program[0] if found.program else None
        if recipe is None:
            continue
        if "distributed" in recipe.text and not found.options:
            message = f"`tune run` has no option of torchrun, so it starts `{recipe.text}` as one process"
            count = f"{program.gpus}" if program.gpus else "gpu"
            yield Finding(found.launcher_word.path, message, f"add `--nproc_per_node={count}` before the recipe")
        elif "single_device" in recipe.text and found.options:
            message = f"`{recipe.text}` doesn't support the options of torchrun"
            yield Finding(recipe.path, message, _HINT)
        elif "single_device" in recipe.text and program.is_distributed:
            yield Finding(recipe.path, f"`{recipe.text}` trains on one GPU, and each node trains alone", _HINT)
