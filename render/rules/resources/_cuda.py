"""Compare the CUDA of an image with models of GPUs."""

from render.kube.hardware import Gpu
from render.rules.resources._images import image_facts, version
from render.rules.rule import Finding
from render.schema_errors.error import Path

HINT = "use an image with CUDA {first}{upper}"


def cuda_finding(path: Path, image: str, gpu: Gpu) -> Finding | None:
    """Return the finding for an image on a GPU; None if it runs there, or its CUDA is unknown."""
    facts = image_facts(image)
    if facts.cuda is None:
        return None
    is_old = version(facts.cuda) < version(gpu.first)
    is_new = gpu.last is not None and version(facts.cuda) > version(gpu.last)
    upper = f" to {gpu.last}" if gpu.last else " or later"
    hint = HINT.format(first=gpu.named, upper=upper)
    if is_old or is_new:
        reason = f"the first for {gpu.name} is {gpu.first}" if is_old else f"the last for {gpu.name} is {gpu.last}"
        message = f"`{image}` is built for CUDA {facts.cuda}, and {reason} (compute capability {gpu.capability})"
        found = Finding(path, message, hint)
        return found if facts.is_cuda_sure else found.as_warning
    if version(facts.cuda) < version(gpu.named):
        message = f"`{image}` is built for CUDA {facts.cuda}, which doesn't know {gpu.name}: code for older GPUs runs"
        return Finding(path, message, hint).as_warning
    return None
