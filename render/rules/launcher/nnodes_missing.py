"""RUN110 nnodes-missing: torchrun doesn't know the number of nodes.

Without `--nnodes` and without `PET_NNODES`, torchrun assumes one node: each node trains the whole model alone, on all
of the data.

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

from render.programs.marks import IDLE
from render.programs.program import Program
from render.rules.launcher._torchrun import is_set
from render.rules.rule import Finding, rule


@rule(keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report a torchrun without a number of nodes."""
    if not program.is_distributed or IDLE in program.names:  # RUN170 reports what runs in the launcher's pod
        return
    for found in program.launched_by("torchrun"):
        if "standalone" not in found.options and not is_set(program, found, "nnodes"):
            message = f"`torchrun` has no `--nnodes`, so each of the {program.nodes} nodes trains alone"
            yield Finding(found.launcher_word.path, message, "add `--nnodes`; in a spec, `launcher: torchrun` sets it")
