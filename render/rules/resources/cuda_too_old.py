"""RES104 cuda-too-old: the image is built for a CUDA that doesn't support the GPU.

A program has code for the GPUs that its CUDA knows: H100 needs CUDA 11.8, B200 and GB200 need 12.8; CUDA 13 has no code
for V100 and older ones. torch warns that the GPU is not compatible, then stops with `no kernel image is available`.
Tags of well-known images say their CUDA; an image with another name that has a CUDA in its tag yields a warning.

Source: https://docs.nvidia.com/cuda/hopper-compatibility-guide/

Example:
    image: pytorch/pytorch:1.13.1-cuda11.6-cudnn8-runtime
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}
Use instead:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.resources._cuda import cuda_finding
from render.rules.resources._nodes import KEYS, wanted_gpus
from render.rules.rule import Finding, rule


@rule(keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Report images that run on none of the GPUs that the pod names."""
    for pod in pods(item):
        gpus = wanted_gpus(pod)
        for container in pod.containers if gpus else ():
            image = container.data.get("image", "")
            if container.kind != "containers" or not gpu_count(container.data.get("resources", {})):
                continue
            found = [cuda_finding((*container.path, "image"), image, gpu) for gpu in gpus]
            if found[0] is not None and None not in found:
                yield found[0]
