"""NET119 interface-named-twice: two places name different interfaces for the same sockets.

The later one wins: what a script exports over the container's variables, the last of two entries of a list. Where the
other one leads to the rest of the run, the rendezvous never ends.

Source: https://github.com/NVIDIA/nccl/issues/913

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: eth0}
    command: [bash, -c, "export NCCL_SOCKET_IFNAME=ens5; exec torchrun train.py"]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: ens5}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_VARIABLES = ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME")


@rule(severity=Severity.WARNING, keys=_VARIABLES)
def check(program: Program) -> Iterator[Finding]:
    """Compare each value with the one before it, exact names with and without NCCL's sign for them."""
    earlier = {name: value for name in _VARIABLES if (value := program.given.get(name)) is not None}
    for name, word in program.values_of(*_VARIABLES) if program.is_distributed else ():
        before = earlier.get(name)
        if before is not None and before.lstrip("=") != word.text.lstrip("="):
            message = f"`{name}` is `{word.text}`, and `{before}` before: the later one wins"
            yield Finding(word.path, message, "one interface, in one place")
        earlier[name] = word.text
