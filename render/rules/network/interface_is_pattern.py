"""NET102 interface-is-pattern: gloo is given NCCL's patterns for interfaces.

`^docker0` (all but this one) and `=eth0` (exactly this one) are NCCL's. gloo and TensorPipe look for an interface that
has this very name, find none, and stop.

Source: https://github.com/aws-samples/aws-do-eks/issues/51

Example:
    image: registry.example/train:1
    env: {GLOO_SOCKET_IFNAME: ^docker0}
Use instead:
    image: registry.example/train:1
    env: {GLOO_SOCKET_IFNAME: eth0}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule
def check(program: Program) -> Iterator[Finding]:
    """Look for NCCL's signs in gloo's variable."""
    for name, word in program.values_of("GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME"):
        if word.text.startswith(("^", "=")):
            message = f"`{name}` is `{word.text}`, and only NCCL reads such patterns: no interface has this name"
            yield Finding(word.path, message, "the exact name of one interface, such as `eth0`")
