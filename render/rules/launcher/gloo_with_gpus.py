"""RUN118 gloo-with-gpus: the program is told to use gloo, and there are GPUs.

gloo copies every gradient to the host's memory and sends it from there: many times slower than NCCL.

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
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Look for gloo in a container with GPUs."""
    for _, option in backends(program) if program.gpus else ():
        if option.literal == "gloo":
            message = (
                f"`--{option.name}` is `gloo`, which sends what {program.gpus} GPUs compute through the host's memory"
            )
            yield Finding(option.flag.path, message, "`nccl`")
