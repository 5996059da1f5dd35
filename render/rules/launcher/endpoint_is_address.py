"""RUN106 endpoint-is-address: the first node is an IP address.

A pod gets its address when it starts, and a different one after every restart. The name of an indexed pod under its
headless Service stays the same.

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
from render.programs.endpoints import PLACES, rendezvous_endpoints
from render.programs.program import Program
from render.rules.rule import Finding, rule

_ADDRESS = re.compile(r"(?!127\.|0\.0\.0\.0)\d{1,3}(\.\d{1,3}){3}")


@rule(severity=Severity.WARNING, keys=PLACES)
def check(program: Program) -> Iterator[Finding]:
    """Report an IP address as the first node."""
    for word, source, host in rendezvous_endpoints(program) if program.is_distributed else ():
        if _ADDRESS.fullmatch(host):
            message = f"`{source}` is the address `{host}`, which changes when the pod restarts"
            yield Finding(word.path, message, "use the name of the first node, such as `$(MASTER_ADDR)` in a spec")
