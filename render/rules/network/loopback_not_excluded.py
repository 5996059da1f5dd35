"""NET103 loopback-not-excluded: NCCL may choose `lo`.

By default, NCCL excludes `lo` and docker's interfaces. A custom list replaces that: `^docker0` includes every interface
except docker's, also `lo` and the veth ends of other pods.

Source: https://github.com/NVIDIA/nccl/issues/286

Example:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_SOCKET_IFNAME: ^docker0}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_SOCKET_IFNAME: "^docker,lo"}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("NCCL_SOCKET_IFNAME",))
def check(program: Program) -> Iterator[Finding]:
    """Report an exclusion list without `lo`."""
    for name, word in program.values_of("NCCL_SOCKET_IFNAME") if program.is_distributed else ():
        names = word.text.removeprefix("^").removeprefix("=").split(",")
        if word.text.startswith("^") and not any(interface and "lo".startswith(interface) for interface in names):
            message = f"`{name}` is `{word.text}`, which doesn't exclude `lo`"
            yield Finding(word.path, message, f"use `{word.text},lo`, or name the one interface to use")
