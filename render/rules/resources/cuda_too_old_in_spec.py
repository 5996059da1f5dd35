"""RES105 cuda-too-old-in-spec: the image is built for a CUDA that doesn't support the GPUs of `network.machineType`.

A program has code for the GPUs that its CUDA knows: H100 needs CUDA 11.8, B200 needs 12.8. torch warns that the GPU is
not compatible, then stops with `no kernel image is available`.

Source: https://docs.nvidia.com/cuda/blackwell-compatibility-guide/

Example:
    image: nvcr.io/nvidia/pytorch:24.10-py3
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p6-b200.48xlarge}
Use instead:
    image: nvcr.io/nvidia/pytorch:25.06-py3
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    network: {fabric: efa, machineType: p6-b200.48xlarge}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("machineType",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the image with the machine. A node selector is checked in the pod."""
    from render.kube.hardware import gpus, machines
    from render.rules.resources._cuda import cuda_finding

    machine = machines().get(run.at("network", "machineType") or "")
    gpu = gpus().get(machine.gpu) if machine else None
    if gpu is None or not run.gpus or run.at("pod", "nodeSelector"):
        return
    found = cuda_finding(("image",), run.at("image") or "", gpu)
    if found is not None:
        yield found
