"""RUN105 endpoint-is-self: every node considers itself the first node.

`localhost` or the pod's own name or address is a different machine on every node. Each node hosts its own rendezvous
and waits there for the others until the timeout, or trains alone without an error.

Source: https://github.com/pytorch/pytorch/issues/69197

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --master_addr=localhost, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py]
"""

import re
from collections.abc import Iterator

from render.programs.endpoints import PLACES, rendezvous_endpoints
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OWN = re.compile(
    r"localhost(\.localdomain)?|127\.[\d.]+|0\.0\.0\.0|::1?|\$\{?(HOSTNAME|HOST|POD_IP|POD_NAME)\}?|\$\(HOSTNAME\)"
    r"|(\$\(|`)\s*hostname\b[^)`]*[)`]"
)


@rule(keys=PLACES)
def check(program: Program) -> Iterator[Finding]:
    """Report a first node that is the node itself."""
    for word, source, host in (
        rendezvous_endpoints(program) if program.is_distributed and not program.chooses_by_rank else ()
    ):
        if _OWN.fullmatch(host):
            message = f"`{source}` is `{host}`, so each of the {program.nodes} nodes is its own first node"
            yield Finding(word.path, message, "use the name of the first node, such as `$(MASTER_ADDR)` in a spec")
