"""NET104 host-port-is-default: on the network of the node, two runs meet at the same port.

With `hostNetwork` the rendezvous listens on the node itself. Every run that keeps the default port wants the same one:
the second on a node fails to bind it, or joins the wrong rendezvous.

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
from render.programs.endpoints import ports
from render.programs.program import Program
from render.rules.rule import Finding, rule

_DEFAULT = "29500"


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Look for the default port on the node's network."""
    if program.host_network and _DEFAULT in ports(program):
        message = f"port {_DEFAULT} of the node is that of every run that does not choose another one"
        yield Finding(program.host_network, message, "a port of this run's own: `network.port` in a spec")
