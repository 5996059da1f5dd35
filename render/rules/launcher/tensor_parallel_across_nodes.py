"""RUN242 tensor-parallel-across-nodes: the parts of each tensor are on several nodes.

Tensor parallelism exchanges activations several times in each layer. Within a node they go over NVLink; between nodes
over a network that is many times slower, and the GPUs wait for it. Megatron-LM's authors keep its size within a node.

Source: https://arxiv.org/abs/2104.04473

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=16]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, pretrain_gpt.py, --tensor-model-parallel-size=8, --pipeline-model-parallel-size=2]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("tensor_model_parallel_size", "tensor_parallel_degree", "tensor_parallel_size")
_MACHINE = 8
"""GPUs of a node whose NVLink ends there. GB200 and GB300 have four, and a rack of 72."""


@rule(severity=Severity.WARNING, keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Compare the size with the GPUs of a node."""
    for launch in program.launches if program.gpus == _MACHINE and program.is_distributed else ():
        for name in _NAMES:
            option = launch.program_options.get(name)
            text = (option.literal or "") if option is not None else ""
            if option is not None and text.isdecimal() and int(text[:6]) > _MACHINE:
                message = f"`{text}` parts of each tensor are on more than one node of {_MACHINE} GPUs"
                hint = f"use {_MACHINE} at most, and pipeline parallelism between nodes"
                yield Finding(option.flag.path, message, hint, excerpt=option.flag.text)
