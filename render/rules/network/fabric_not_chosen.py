"""NET126 fabric-not-chosen: the machines have a fast fabric, and the nodes of the run use TCP.

Machines such as `p5.48xlarge` have adapters of a fabric that a pod gets only if it requests them. Without
`network.fabric` NCCL sends all data between the nodes over TCP, many times slower.

Source: https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.resources._devices import may_have_fabric
from render.rules.resources._nodes import selected_fabrics
from render.rules.rule import Finding, rule

_NONE = (None, False, "none", "off")


@rule(severity=Severity.INFO, keys=("pod.affinity", "pod.nodeSelector"))
def check(run: Run) -> Iterator[Finding]:
    """Report machines with a fabric, if nothing of it is requested and the spec does not choose TCP."""
    if run.nodes < 2 or not run.gpus or run.at("network", "fabric") not in _NONE or may_have_fabric(run):
        return
    for wanted, fabric in selected_fabrics(run):
        message = f"`{wanted.values[0]}` has {fabric}, and the {run.nodes} nodes use TCP"
        yield Finding(wanted.paths[0], message, f"set `network.fabric: {fabric}`, or `sockets` if TCP is intended")
