"""RUN116 gpus-not-requested: a container uses GPUs that it doesn't request.

NVIDIA's container runtime exposes the devices in `NVIDIA_VISIBLE_DEVICES` to a container without a GPU limit. The
scheduler doesn't count them, and assigns the same GPUs to other pods.

Source: https://github.com/NVIDIA/k8s-device-plugin

Example:
    image: registry.example/train:1
    env: {NVIDIA_VISIBLE_DEVICES: all}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NONE = ("", "none", "void")


@rule(severity=Severity.WARNING, keys=("NVIDIA_VISIBLE_DEVICES",))
def check(program: Program) -> Iterator[Finding]:
    """Report visible devices without a limit."""
    for name, word in program.values_of("NVIDIA_VISIBLE_DEVICES") if program.gpus == 0 else ():
        if word.text not in _NONE:
            message = (
                f"`{name}` is `{word.text}`, but the container requests no GPU: the scheduler assigns them to other "
                "pods"
            )
            yield Finding(word.path, message, "set a limit of `nvidia.com/gpu`, and remove the variable")
