"""RUN107 standalone: torchrun ignores the other nodes.

`--standalone` makes a rendezvous on the node itself, with a random port. On several nodes each one trains the whole
model alone, on the whole data, and all of them write the same checkpoints.

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
    """Look for the option where there are several nodes."""
    for found in program.launched_by("torchrun") if program.is_distributed else ():
        if "standalone" in found.options:
            message = f"`--standalone` makes each of the {program.nodes} nodes train alone"
            yield Finding(found.options["standalone"].flag.path, message, "leave it out")
