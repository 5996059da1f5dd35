"""NET120 interface-of-host: the variable names an interface of the machine, but the pod has a network of its own.

A pod without `hostNetwork` has `lo` and `eth0`; Multus adds `net1` and up, GKE the ones that an annotation names.
`ens5`, `enp1s0`, `ib0` or `bond0` exist on the machine only. NCCL stops with `no socket interface found`, gloo
when the process group starts.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-socket-ifname

Example:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_SOCKET_IFNAME: ens5}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_SOCKET_IFNAME: eth0}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.programs.shell import Word
from render.rules.network._interfaces import is_of_host
from render.rules.rule import Finding, rule

_VARIABLES = ("GLOO_SOCKET_IFNAME", "NCCL_OOB_NET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME")


_MPI = ("btl_tcp_if_include", "oob_tcp_if_include")
"""Open MPI's parameters, of which `--mca` and `OMPI_MCA_…` set one."""


@rule(keys=(*_VARIABLES, *_MPI, *(f"OMPI_MCA_{name}" for name in _MPI)))
def check(program: Program) -> Iterator[Finding]:
    """Report names of the machine's interfaces if the pod has its own network and no further ones."""
    if program.host_network:
        return
    for name, word in (*program.values_of(*_VARIABLES), *_mpi_parameters(program)):
        exact = word.text.removeprefix("=")
        names = [one for one in exact.split(",") if one]
        if exact.startswith("^") or not names or not all(map(is_of_host, names)):
            continue
        message = f"`{name}` is `{word.text}`, an interface of the machine; a pod without the host network has `eth0`"
        found = Finding(word.path, message, "name `eth0`, or use the host network")
        yield found.as_warning if exact.startswith("ib") else found  # Multus may name a network so


def _mpi_parameters(program: Program) -> Iterator[tuple[str, Word]]:
    """Yield the literal values of Open MPI's parameters for interfaces; a network such as `10.0.0.0/8` is not one."""
    yield from program.values_of(*(f"OMPI_MCA_{name}" for name in _MPI))
    for command in program.commands:
        for before, word in zip(command.words, command.words[1:], strict=False):
            if before.text in _MPI and word.is_literal:
                yield before.text, word
