"""RUN116 gpus-not-asked-for: a container takes GPUs that the scheduler does not know of.

NVIDIA's container runtime shows the devices of `NVIDIA_VISIBLE_DEVICES` to a container that has no GPU limit. The
scheduler counts none of them, and gives the same GPUs to other pods.

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
    """Look for devices without a limit."""
    for name, word in program.values_of("NVIDIA_VISIBLE_DEVICES") if program.gpus == 0 else ():
        if word.text not in _NONE:
            message = (
                f"`{name}` is `{word.text}`, and the container asks for no GPU: the scheduler gives them to others"
            )
            yield Finding(word.path, message, "a limit of `nvidia.com/gpu`, and no such variable")
