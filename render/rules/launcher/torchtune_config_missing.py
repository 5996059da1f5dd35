"""RUN343 torchtune-config-missing: `tune run` starts a recipe without its configuration.

Every recipe needs `--config` with the name of one of torchtune's configurations or a file. Without it the command ends
with `The '--config' argument is required`.

Source: https://github.com/meta-pytorch/torchtune/blob/main/torchtune/_cli/run.py

Example:
    image: registry.example/train:1
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed, --config, llama3_1/8B_full]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("tune",))
def check(program: Program) -> Iterator[Finding]:
    """Report a recipe without the word `--config` after it."""
    for found in program.launched_by("tune"):
        words = [word.text for word in found.program]
        if words and "--config" not in words and all(word.is_literal for word in found.program):
            message = f"`{words[0]}` has no configuration"
            written = next((text for text in words if text.startswith("--config=")), None)
            hint = "write `--config` and the name as two words" if written else "add `--config` and a name or a file"
            yield Finding(found.program[0].path, message, hint, excerpt=words[0])
