"""RUN106 endpoint-is-address: the first node is named by an IP address.

A pod gets its address when it is placed, and another one after every restart. The name of an indexed pod below its
headless Service stays.

Source: https://github.com/pytorch/pytorch/issues/79388

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --master_addr=10.0.3.7, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.endpoints import PLACES, endpoints
from render.programs.program import Program
from render.rules.rule import Finding, rule

_ADDRESS = re.compile(r"(?!127\.|0\.0\.0\.0)\d{1,3}(\.\d{1,3}){3}")


@rule(severity=Severity.WARNING, keys=PLACES)
def check(program: Program) -> Iterator[Finding]:
    """Look for a first node with an address."""
    for word, source, host in endpoints(program) if program.is_distributed else ():
        if _ADDRESS.fullmatch(host):
            message = f"`{source}` is the address `{host}`, which a pod has until its next restart"
            yield Finding(word.path, message, "the name of the first node, which the run's own variables have")
