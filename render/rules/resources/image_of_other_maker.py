"""RES119 image-of-other-maker: the image is built for the GPUs of another maker, or for none.

A torch that is built for CUDA finds no AMD GPU and no Gaudi, one for ROCm finds no NVIDIA GPU:
`torch.cuda.is_available()` is False, and the program stops or trains on CPUs. An image without GPU support
(`tensorflow/tensorflow:2.15.0`, `rayproject/ray:2.40.0`) does so silently.

Source: https://docs.pytorch.org/get-started/locally/

Example:
    image: rocm/pytorch:rocm6.4_ubuntu22.04_py3.10_pytorch_release_2.6.0
    command: [torchrun, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    command: [torchrun, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator, Mapping

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.resources._images import image_facts
from render.rules.rule import Finding, rule

_MAKERS = {
    "nvidia.com/": "NVIDIA",
    "amd.com/": "AMD",
    "habana.ai/": "Intel Gaudi",
}
"""Makers by the prefix of the resource."""


@rule(keys=("limits", "requests"))
def check(item: Object) -> Iterator[Finding]:
    """Compare images with the devices of their containers. An image without GPU support is a warning."""
    for pod in pods(item):
        for container in pod.containers:
            maker = _maker(container.data.get("resources") or {}) if container.kind == "containers" else None
            image = container.data.get("image", "")
            built = image_facts(image).maker if maker else None
            if built is None or built == maker:
                continue
            path = (*container.path, "image")
            if built:
                message = f"`{image}` is built for {built}, but the container has GPUs of {maker}"
                yield Finding(path, message, f"use an image for {maker}")
            else:
                message = f"`{image}` has no support for GPUs, but the container has GPUs of {maker}"
                yield Finding(path, message, "use the image's variant for GPUs").as_warning


def _maker(resources: Mapping[str, Mapping[str, object]]) -> str | None:
    names = [name for side in ("limits", "requests") for name in resources.get(side) or ()]
    return next((maker for prefix, maker in _MAKERS.items() for name in names if name.startswith(prefix)), None)
