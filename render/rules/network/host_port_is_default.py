"""NET104 host-port-is-default: on the host network, two runs use the same default port.

With `hostNetwork`, the rendezvous listens on the node itself. All runs with the default port need the same one: the
second run on a node fails to bind it, or joins the wrong rendezvous.

Source: https://github.com/kubeflow/trainer/issues/1797

Example:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, interface: eth0}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    network: {hostNetwork: true, interface: eth0, port: 29713}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.endpoints import rendezvous_ports
from render.programs.program import Program
from render.rules.rule import Finding, rule

_DEFAULT = "29500"


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report the default port on the host network."""
    if program.host_network and _DEFAULT in rendezvous_ports(program):
        message = f"port {_DEFAULT} of the node is the default of every run"
        yield Finding(program.host_network, message, "choose another port; in a spec, set `network.port`")
