"""RUN107 standalone-on-several-nodes: `--standalone` makes torchrun ignore the other nodes.

`--standalone` creates a rendezvous on the node itself, at a random port. On several nodes, each one trains the whole
model alone, on all of the data, and all of them write the same checkpoints.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, --standalone, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("standalone",))
def check(program: Program) -> Iterator[Finding]:
    """Report the option if there are several nodes."""
    for found in program.launched_by("torchrun") if program.is_distributed else ():
        if "standalone" in found.options:
            message = f"`--standalone` makes each of the {program.nodes} nodes train alone"
            yield Finding(found.options["standalone"].flag.path, message, "remove it")
