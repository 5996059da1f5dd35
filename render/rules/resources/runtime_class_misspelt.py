"""RES132 runtime-class-misspelt: a runtime class has almost the name of a well-known one.

The API server rejects pods with a runtime class that does not exist: the Job creates none.

Source: https://kubernetes.io/docs/concepts/containers/runtime-class/

Example:
    image: registry.example/train:1
    pod: {runtimeClassName: nvida}
Use instead:
    image: registry.example/train:1
    pod: {runtimeClassName: nvidia}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_KNOWN = ("crun", "gvisor", "kata", "kata-qemu-nvidia-gpu", "nvidia", "nvidia-cdi", "nvidia-legacy", "runc", "runsc")
"""Of the GPU Operator, gVisor and Kata Containers, and of runtimes by their programs."""
_SIMILAR = 0.85


@rule(severity=Severity.WARNING, keys=("runtimeClassName",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the name with well-known ones."""
    for pod in pods(item):
        name = pod.spec.get("runtimeClassName")
        known = nearest(name, _KNOWN, _SIMILAR) if name and name not in _KNOWN else None
        if known is not None:
            message = f"`{name}` is not a well-known runtime class: if it does not exist, no pod is created"
            yield Finding((*pod.spec_path, "runtimeClassName"), message, f"did you mean `{known}`?")
