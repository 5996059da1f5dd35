"""RES106 image-of-other-architecture: the image is for another architecture than that of the nodes.

Machines with GB200, GB300 and GH200 (Grace) and g5g have ARM processors, others AMD64. A node can't pull an image
without a manifest for its architecture (`no match for platform in manifest`), or the program stops with `exec format
error`.

Source: https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-arch

Example:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    resourcesPerNode: {limits: {nvidia.com/gpu: 4}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: a4x-highgpu-4g}}
Use instead:
    image: nvcr.io/nvidia/pytorch:25.06-py3
    resourcesPerNode: {limits: {nvidia.com/gpu: 4}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: a4x-highgpu-4g}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.resources._images import image_facts
from render.rules.resources._nodes import KEYS, wanted_architecture
from render.rules.rule import Finding, rule


@rule(keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Report images whose tag names the other architecture, and well-known ones without ARM on nodes with ARM."""
    for pod in pods(item):
        wanted = wanted_architecture(pod)
        if wanted not in ("amd64", "arm64"):
            continue
        for container in pod.containers:
            image = container.data.get("image", "")
            own = image_facts(image).architecture
            if container.kind == "containers" and own not in (None, wanted):
                message = f"`{image}` is for {own} only, and the nodes are {wanted}"
                hint = "use an image for both, such as NVIDIA's `nvcr.io/nvidia/pytorch`, or build one"
                yield Finding((*container.path, "image"), message, hint)
