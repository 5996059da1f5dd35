"""NET102 interface-is-pattern: gloo doesn't understand NCCL's patterns for interfaces.

`^docker0` (all but this one), `=eth0` (exactly this one) and `eth,ib` (all with these prefixes) are NCCL's syntax. gloo
and TensorPipe look for an interface with this literal name, find none, and stop.

Source: https://github.com/aws-samples/aws-do-eks/issues/51

Example:
    image: registry.example/train:1
    env: {GLOO_SOCKET_IFNAME: ^docker0}
Use instead:
    image: registry.example/train:1
    env: {GLOO_SOCKET_IFNAME: eth0}
"""

import re
from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_PREFIX = re.compile(r"bond|en[ops]?|eth|gvnic-?|ib[ps]?|mlx\d_?|rdma-?|veth")
"""Prefixes of interface names. A number always follows: no interface has one of these names."""


@rule(keys=("GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME"))
def check(program: Program) -> Iterator[Finding]:
    """Report NCCL's syntax in gloo's variable."""
    for name, word in program.values_of("GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME"):
        if "*" in word.text:
            message = f"`{name}` is `{word.text}`, but `*` is not a pattern for names of interfaces"
            yield Finding(word.path, message, "use the exact name of one interface, such as `eth0`")
        elif word.text.startswith(("^", "=")) or any(map(_PREFIX.fullmatch, word.text.split(","))):
            message = f"`{name}` is `{word.text}`, a pattern that only NCCL understands"
            yield Finding(word.path, message, "use the exact name of one interface, such as `eth0`")
