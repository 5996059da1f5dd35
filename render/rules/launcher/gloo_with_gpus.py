"""RUN118 gloo-with-gpus: the program selects gloo, but the container has GPUs.

gloo copies every gradient to the host's memory and sends it from there, which is many times slower than NCCL.

Source: https://github.com/huggingface/transformers/issues/23033

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --ddp_backend=gloo]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --ddp_backend=nccl]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._backends import NAMES, backends
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report gloo in a container with GPUs."""
    for _, option in backends(program) if program.gpus else ():
        if option.literal == "gloo":
            gpus = plural(program.gpus or 0, "GPU")
            message = f"`--{option.name}` is `gloo`, which copies the gradients of {gpus} through the host's memory"
            yield Finding(option.flag.path, message, "use `nccl`")
