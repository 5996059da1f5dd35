"""RES120 image-tag-malformed: a well-known image has no tags of this form.

The kubelet can't pull a tag that doesn't exist (`ImagePullBackOff`, `manifest unknown`). `pytorch/pytorch` names the
versions of CUDA and cuDNN and the flavor, `nvcr.io/nvidia/pytorch` the version of Python, `nvidia/cuda` the
distribution.

Source: https://hub.docker.com/r/pytorch/pytorch/tags

Example:
    image: pytorch/pytorch:2.7.1
    command: [torchrun, train.py]
Use instead:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.resources._images import image_facts
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("image",))
def check(item: Object) -> Iterator[Finding]:
    """Report tags of another form."""
    for pod in pods(item):
        for container in pod.containers:
            image = container.data.get("image", "")
            example = image_facts(image).tag_example if ":" in image and "$" not in image else None
            if example is not None and container.kind == "containers":
                message = f"`{image}` is probably missing in its registry: tags have another form"
                yield Finding((*container.path, "image"), message, f"write a tag such as `{example}`")
