"""NET125 fabric-of-other-machine: the pods select a machine that has another fabric.

EFA exists on machines of AWS, GPUDirect-TCPX(O) on those of Google Cloud, and both have no InfiniBand. The devices
that the fabric requests don't exist on the selected machine, so the pods stay Pending.

Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: infiniband, infiniband: {resource: rdma/ib}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.resources._nodes import selected_fabrics
from render.rules.rule import Finding, rule

_ALONE = frozenset({"efa", "tcpx", "tcpxo"})
"""Fabrics whose machines have no other, and that no other machine has."""
_FABRICS = ("efa", "gib", "infiniband", "roce", "tcpx", "tcpxo")


@rule(keys=_FABRICS)
def check(run: Run) -> Iterator[Finding]:
    """Compare the fabric with the machines that the pods select."""
    fabric = run.at("network", "fabric")
    if fabric not in _FABRICS or not run.at("pod") or run.nodes < 2:
        return
    for wanted, own in selected_fabrics(run):
        if own != fabric and {own, fabric} & _ALONE:
            message = f"`{wanted.values[0]}` has {own}, not {fabric}"
            yield Finding(("network", "fabric"), message, "choose the fabric of the machine, or another machine")
