"""NET121 gpu-links-disabled: NCCL may not use the links between the GPUs of a node.

`NCCL_P2P_DISABLE=1` sends data between GPUs through the node's memory, ten times slower than NVLink;
`NCCL_SHM_DISABLE=1` even through the network. They help to find a fault, or on workstations without peer access. The
machines of this fabric have NVLink.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-p2p-disable

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
    env: {NCCL_P2P_DISABLE: "1"}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
    env: {}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_OFF = {"NCCL_P2P_DISABLE": "1", "NCCL_P2P_LEVEL": "LOC", "NCCL_SHM_DISABLE": "1"}
_FABRICS = ("efa", "gib", "infiniband", "tcpx", "tcpxo")
"""Fabrics of machines with NVLink. RoCE is also in machines without it."""
_LINKED = ("A100", "B200", "B300", "GB200", "GB300", "GH200", "H100", "H200", "V100")
_SELECTORS = ("node.kubernetes.io/instance-type", "cloud.google.com/gke-accelerator", "nvidia.com/gpu.product")


@rule(severity=Severity.WARNING, keys=tuple(_OFF))
def check(run: Run) -> Iterator[Finding]:
    """Report the variables in a run with several GPUs a node, on machines with NVLink."""
    if run.gpus < 2 or not (run.at("network", "fabric") in _FABRICS or _names_linked(run)):
        return
    for name, word in run.program.values_of(*_OFF):
        if word.text.upper() == _OFF[name]:
            message = f"`{name}={word.text}` keeps NCCL from the links between the {run.gpus} GPUs of a node"
            yield Finding(word.path, message, "remove it")


def _names_linked(run: Run) -> bool:
    """Return True if a node selector names a machine or a GPU with NVLink."""
    from render.kube.hardware import gpu_in, machines

    selected = run.at("pod", "nodeSelector") or {}
    names = [selected[key] for key in _SELECTORS if key in selected]
    models = [machines()[name].gpu if name in machines() else getattr(gpu_in(name), "name", "") for name in names]
    return any(model in _LINKED for model in models)
