"""RES108 gpu-resource-unknown: no device plugin offers a GPU resource of this name.

The name of an extended resource is free, so the API server accepts any. NVIDIA's plugin offers `nvidia.com/gpu` for
every model; the model is chosen by a node selector. A pod that requests `nvidia.com/gpus` or `nvidia.com/h100` stays
Pending.

Source: https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/

Example:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {nvidia.com/gpus: 8}}
Use instead:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

import re
from collections.abc import Iterator
from functools import cache

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_MODEL = (
    r"(tesla-?|geforce-?|rtx-?|gpu-)?([abhlptv]\d{1,3}[a-z]?|g[bh]\d{3}|[345]0[6-9]0|blackwell|hopper|ampere)"
    r"([._-](\d+gb|sxm|pcie|nvl|hbm).*)?"
)
_WRONG = (
    # https://github.com/NVIDIA/k8s-device-plugin
    (rf"nvidia\.com/(gpus|gpu-?count|num-?gpus?|cuda|nvidia-gpu|{_MODEL})", "nvidia.com/gpu"),
    (r"(www\.)?nvidia(\.co|\.io|\.org|\.com\.gpu)?/gpus?|nvidia\.com\.gpu/.*|gpus?/nvidia(\.com)?", "nvidia.com/gpu"),
    (r"(nvdia|nividia|nvida|nvidea|nvidai)\.com/gpus?", "nvidia.com/gpu"),
    (r"(k8s|kubernetes)\.io/(nvidia-)?gpus?|alpha\.kubernetes\.io/nvidia-gpu|google\.com/gpus?", "nvidia.com/gpu"),
    (r"nvidia\.com/mig(-\d+g\d+gb|-\d+g\.\d+g?b?(?<!gb)|\d+g\.?\d+gb|_.+)", "nvidia.com/mig-1g.10gb"),
    # https://github.com/ROCm/k8s-device-plugin
    (rf"(amd\.com/(gpus|{_MODEL}|mi\d+x?))|rocm\.com/.+|amd/gpus?", "amd.com/gpu"),
    # https://docs.habana.ai/en/latest/Installation_Guide/Additional_Installation/Kubernetes_Installation/
    (r"habana\.ai/(gaudis|gaudi[23]|hpus?|gpus?)|habana\.com/gaudi|intel\.com/gaudi", "habana.ai/gaudi"),
    # https://awsdocs-neuron.readthedocs-hosted.com/en/latest/containers/kubernetes-getting-started.html
    (r"aws\.amazon\.com/(neurons|neuroncores|trainium|trn1|trn2)|amazonaws\.com/neuron", "aws.amazon.com/neuron"),
    (r"(aws\.amazon\.com|amazonaws\.com|vpc\.amazonaws)/efa|vpc\.amazonaws\.com/efas", "vpc.amazonaws.com/efa"),
    # https://docs.cloud.google.com/kubernetes-engine/docs/how-to/tpus
    (r"google\.com/tpus|cloud\.google\.com/tpu|(cloud-tpus?\.)?google/tpu", "google.com/tpu"),
)


@rule
def check(item: Object) -> Iterator[Finding]:
    """Report names that are known to be wrong. Case counts, too."""
    for pod in pods(item):
        for container in pod.containers:
            resources = container.data.get("resources", {})
            for side in ("limits", "requests"):
                for name in resources.get(side) or ():
                    suggestion = _suggestion(name) if "/" in name else None
                    if suggestion is not None and container.kind == "containers":
                        message = f"no device plugin offers `{name}`, so no node can run the pod"
                        yield Finding((*container.path, "resources", side, name), message, f"use `{suggestion}`")


@cache
def _suggestion(name: str) -> str | None:
    """Return the right name for a wrong one; None if the name is right or unknown."""
    lower = name.lower()
    known = {right for _, right in _WRONG}
    if lower in known:
        return lower if lower != name else None
    return next((right for wrong, right in _WRONG if re.fullmatch(wrong, lower)), None)
