"""RUN114 elastic-with-first-node: an option has no effect in an elastic run.

The nodes of an elastic run meet at a c10d rendezvous, which numbers them itself and has no master. torchrun ignores
these options with a warning.

Source: https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py

Example:
    image: registry.example/train:1
    elastic: {minNodes: 2, maxNodes: 4}
    command: [torchrun, --master_port=29600, train.py]
Use instead:
    image: registry.example/train:1
    elastic: {minNodes: 2, maxNodes: 4}
    command: [torchrun, train.py]
    network: {port: 29600}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_IGNORED = ("master_addr", "master_port", "node_rank")


@rule(severity=Severity.WARNING, keys=_IGNORED)
def check(program: Program) -> Iterator[Finding]:
    """Report the options of a static rendezvous."""
    for found in program.launched_by("torchrun") if program.is_elastic else ():
        for name in _IGNORED:
            if name in found.options:
                message = f"`--{name}` has no effect: an elastic run uses a c10d rendezvous"
                yield Finding(found.options[name].flag.path, message, "remove it")
