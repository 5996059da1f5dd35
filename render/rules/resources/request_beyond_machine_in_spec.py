"""RES103 request-beyond-machine-in-spec: a node requests more than `network.machineType` has.

A pod requests less than all CPUs and memory of a machine, since the system and the kubelet reserve a part of them, and
huge pages count as memory. A pod that requests more stays Pending, and its gang with it.

Source: https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/#node-allocatable

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 2Ti}}
    network: {fabric: efa, machineType: p5.48xlarge}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 1800Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("machineType",))
def check(run: Run) -> Iterator[Finding]:
    """Compare what a node requests with the machine. A node selector is checked in the pod."""
    from render.kube.hardware import machines
    from render.rules.resources._beyond import beyond
    from render.rules.resources._nodes import INSTANCE_TYPES

    machine = machines().get(run.at("network", "machineType") or "")
    selected = run.at("pod", "nodeSelector") or {}
    if machine is None or any(key in selected for key in INSTANCE_TYPES):
        return
    limits, requests = (run.at("resourcesPerNode", side) or {} for side in ("limits", "requests"))
    needs = {name: size for name, value in {**limits, **requests}.items() if (size := amount(value)) is not None}
    for resource, message in beyond(needs, machine):
        side = "requests" if resource in requests else "limits"
        yield Finding(("resourcesPerNode", side, resource), message, "request less, or name a larger machine")
