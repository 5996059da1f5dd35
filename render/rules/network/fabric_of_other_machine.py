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

from render.kube.hardware import machine_fabrics
from render.programs.run import Run
from render.rules.resources._nodes import INSTANCE_TYPES, PodOfRun, wanted_labels
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
    for wanted in wanted_labels(PodOfRun(run.at("pod"))):
        found = {machine_fabrics().get(value) for value in wanted.values} if wanted.key in INSTANCE_TYPES else set()
        if len(found) == 1 and None not in found and fabric not in found and (found | {fabric}) & _ALONE:
            message = f"`{wanted.values[0]}` has {found.pop()}, not {fabric}"
            yield Finding(("network", "fabric"), message, "choose the fabric of the machine, or another machine")
