"""NET122 port-of-node: a port on the host network belongs to a program of the node.

The kubelet listens on 10250, kube-proxy on 10256, etcd on 2379, node exporters on 9100 and 9400. A pod on the host
network that needs the same port never starts, or its rendezvous fails with `Address already in use`.

Source: https://kubernetes.io/docs/reference/networking/ports-and-protocols/

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, port: 10250, interface: eth0}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, port: 29713, interface: eth0}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_PORTS = {
    2379: "etcd",
    2380: "etcd",
    4240: "Cilium",
    6443: "the API server",
    9090: "Prometheus",
    9100: "node-exporter",
    9400: "NVIDIA's DCGM exporter",
    10248: "the kubelet",
    10249: "kube-proxy",
    10250: "the kubelet",
    10255: "the kubelet",
    10256: "kube-proxy",
    10257: "kube-controller-manager",
    10259: "kube-scheduler",
}


@rule(severity=Severity.WARNING, keys=("hostNetwork",))
def check(run: Run) -> Iterator[Finding]:
    """Report the rendezvous port on the host network if a program of the node has it."""
    port = run.at("network", "port")
    owner = _PORTS.get(int(port)) if isinstance(port, int | float) else None
    if owner is not None and run.at("network", "hostNetwork"):
        message = f"on the host network, port {int(port)} belongs to {owner}"
        yield Finding(("network", "port"), message, "use a free one between 29500 and 30000")
