"""RUN113 range-with-static-rendezvous: a range of nodes needs a rendezvous that supports it.

The static rendezvous, torchrun's default, treats a range of nodes as its maximum: the run never starts with fewer.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: plain
    command: [torchrun, "--nnodes=2:4", --master_addr=$(MASTER_ADDR), --node_rank=$(NODE_RANK), train.py]
Use instead:
    image: registry.example/train:1
    elastic: {minNodes: 2, maxNodes: 4}
    command: [torchrun, train.py]
"""

import re
from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._torchrun import setting, variable
from render.rules.rule import Finding, rule

_RANGE = r"(\d+):(?!\1$)\d+"


@rule(keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report a range with a rendezvous that doesn't support it."""
    for found in program.launched_by("torchrun"):
        nodes, backend = setting(program, found, "nnodes"), setting(program, found, "rdzv_backend")
        if nodes is None or not re.fullmatch(_RANGE, nodes.text):
            continue
        is_unknown = backend is None and variable("rdzv_backend") in program.preset
        if not is_unknown and (backend is None or backend.text == "static"):
            message = f"`{nodes.text}` is a range of nodes, but the rendezvous is static and waits for the maximum"
            yield Finding(
                nodes.path, message, "add `--rdzv_backend=c10d` and `--rdzv_endpoint`; in a spec, set `elastic`"
            )
