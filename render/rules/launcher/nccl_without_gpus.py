"""RUN117 nccl-without-gpus: the program selects NCCL, but there are no GPUs.

NCCL only moves data between GPUs: the process group can't be created. Without GPUs, use gloo.

Source: https://github.com/huggingface/transformers/issues/13441

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --ddp_backend, nccl]
    resourcesPerNode: {requests: {cpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --ddp_backend, gloo]
    resourcesPerNode: {requests: {cpu: 8}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._backends import NAMES, backends
from render.rules.rule import Finding, rule


@rule(keys=NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report NCCL in a container without GPUs."""
    for _, option in backends(program) if program.gpus == 0 else ():
        if option.literal == "nccl":
            message = f"`--{option.name}` is `nccl`, but the node has no GPU"
            yield Finding(option.flag.path, message, "use `gloo`, or set a limit such as `nvidia.com/gpu`")
