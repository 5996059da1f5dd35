"""NET119 interface-named-twice: two places set different interfaces for the same sockets.

The later value overrides: a script's export over the container's variables, and the last of two entries in a list. If
only the other interface connects the nodes, the rendezvous never completes.

Source: https://github.com/NVIDIA/nccl/issues/913

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: eth1}
    command: [bash, -c, "export NCCL_SOCKET_IFNAME=eth0; exec torchrun train.py"]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: eth0}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_VARIABLES = ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME")


@rule(severity=Severity.WARNING, keys=_VARIABLES)
def check(program: Program) -> Iterator[Finding]:
    """Compare each value with the previous one, ignoring NCCL's sign for exact names."""
    earlier = {name: value for name in _VARIABLES if (value := program.preset.get(name)) is not None}
    for name, word in program.values_of(*_VARIABLES) if program.is_distributed else ():
        previous = earlier.get(name)
        if previous is not None and previous.lstrip("=") != word.text.lstrip("="):
            message = f"`{name}` is `{word.text}`, which overrides `{previous}`"
            yield Finding(word.path, message, "set one interface in one place")
        earlier[name] = word.text
