"""RES115 floor-beyond-machine: the smoke test asks for more bandwidth than the machine's network cards have.

`smokeTest.minBusbw` is in GB/s, the data sheets of clouds are in Gbit/s: 3,200 Gbit/s are 400 GB/s. Between nodes the
busbw of an all-reduce is at most that of the cards (Ring), or twice that on two nodes where NCCL may choose. A higher
minimum fails every time.

Source: https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md

Example:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
    smokeTest: {mode: with, minBusbw: 3200}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p5.48xlarge}
    smokeTest: {mode: with, minBusbw: 330}
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from render.programs.run import Run
from render.rules.rule import Finding, rule

if TYPE_CHECKING:  # few specs have a smoke test
    from render.kube.hardware import MachineType

_MOST = 1800
"""GB/s: NVLink 5 between the nodes of a rack (GB300 NVL72); the fastest cards of a node carry 800."""
_SELECTOR = "node.kubernetes.io/instance-type"


@rule(keys=("minBusbw",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the minimum between nodes, and `nodeBandwidth`, with the cards of the machine."""
    from render.kube.hardware import machines

    selected = (run.at("pod", "nodeSelector") or {}).get(_SELECTOR)
    machine = machines().get(run.at("network", "machineType") or selected or "")
    if run.nodes < 2 or run.at("smokeTest", "mode") in (None, False, "none", "off"):
        return
    if machine is None or machine.network is None or _is_linked(run, machine):
        floor = run.at("smokeTest", "minBusbw")
        if isinstance(floor, int | float) and floor > _MOST:
            message = f"must be at most {_MOST} GB/s, since no machine has faster network cards, got {floor:g}"
            yield Finding(("smokeTest", "minBusbw"), message, f"Gbit/s by 8: {floor:g} Gbit/s are {floor / 8:g} GB/s")
        return
    cards = machine.network / 8
    for field, most in (("minBusbw", 2 * cards), ("nodeBandwidth", cards)):
        floor = run.at("smokeTest", field)
        if isinstance(floor, int | float) and floor > most:
            message = f"must be at most {most:g} GB/s, since {machine.name} has {machine.network} Gbit/s, got {floor:g}"
            yield Finding(("smokeTest", field), message, f"Gbit/s by 8: {floor:g} Gbit/s are {floor / 8:g} GB/s")


def _is_linked(run: Run, machine: "MachineType") -> bool:
    """Return True if NVLink connects all nodes: a ComputeDomain has them, and they fit one NVLink domain."""
    fabric = run.at("network", "fabric") or "none"
    has_domain = run.at("network", "computeDomain", "mode") == "create" or run.at("network", fabric, "computeDomain")
    return bool(has_domain) and machine.domain is not None and run.nodes * machine.gpus <= machine.domain
