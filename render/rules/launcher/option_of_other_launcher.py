"""RUN187 option-of-other-launcher: a launcher gets an option that another launcher has.

Each launcher has its own names: torchrun `--nnodes` and `--nproc_per_node`, `accelerate launch` `--num_machines` and
`--num_processes`, DeepSpeed `--num_nodes` and `--num_gpus`. A name of another one stops it with `unrecognized
arguments`.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    launcher: plain
    command: [torchrun, --num_gpus=8, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    launcher: plain
    command: [torchrun, --nproc_per_node=8, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.marks import MISTAKEN
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=(MISTAKEN,))
def check(program: Program) -> Iterator[Finding]:
    """Report options that the launcher's own page doesn't have."""
    for found in program.launches:
        if found.launcher is None:
            continue
        for name, own in found.launcher.mistaken.items():
            option = found.options.get(name)
            if option is not None:
                hint = f"its name here is `--{own}`" if own else "remove it"
                message = f"`{found.name}` has no option `{option.flag.text.partition('=')[0]}`"
                yield Finding(option.flag.path, message, hint, excerpt=option.flag.text)
