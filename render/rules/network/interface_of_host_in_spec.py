"""NET124 interface-of-host-in-spec: `network.interface` names an interface of the machine, which the pod doesn't have.

A pod with a network of its own has `eth0` and `lo`. gloo and NCCL stop, since no interface has the name.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-socket-ifname

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: ens5}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {interface: eth0}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.network._interfaces import is_of_host
from render.rules.rule import Finding, rule

_NETWORKS = "k8s.v1.cni.cncf.io/networks"
"""Annotation of Multus with further networks, whose interfaces may have any name."""


@rule(keys=("interface",))
def check(run: Run) -> Iterator[Finding]:
    """Report such a name, with a warning for InfiniBand's, which a further network may have."""
    name = run.at("network", "interface")
    if run.at("network", "hostNetwork") or _NETWORKS in (run.at("pod", "annotations") or {}):
        return
    if isinstance(name, str) and is_of_host(name.removeprefix("=")):
        message = f"`{name}` is an interface of the machine; a pod without the host network has `eth0`"
        found = Finding(("network", "interface"), message, "name `eth0`, or use `network.hostNetwork`")
        yield found.as_warning if name.startswith("ib") else found
