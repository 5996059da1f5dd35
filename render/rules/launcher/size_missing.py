"""RUN110 size-missing: torchrun is not told how many nodes there are.

Without `--nnodes` and without `PET_NNODES` torchrun takes itself for the only node: each one trains the whole model
alone, on the whole data.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nproc_per_node=8, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: torchrun
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._torchrun import is_set
from render.rules.rule import Finding, rule


@rule(keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Look for a torchrun without a number of nodes."""
    for found in program.launched_by("torchrun") if program.is_distributed else ():
        if "standalone" not in found.options and not is_set(program, found, "nnodes"):
            message = f"`torchrun` is not told of the {program.nodes} nodes, so each of them trains alone"
            yield Finding(found.launcher_word.path, message, "`launcher: torchrun` in a spec, else `--nnodes`")
