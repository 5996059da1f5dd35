"""RUN129 debugging-left: a variable from a search for a bug slows the training down.

Each of these was set to find something out, and costs bandwidth, overlap or megabytes of log when it stays.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html

Example:
    image: registry.example/train:1
    env: {NCCL_P2P_DISABLE: "1"}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    env: {}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_EFFECTS = {
    ("CUDA_LAUNCH_BLOCKING", "1"): "every kernel waits for the one before",
    ("NCCL_DEBUG", "TRACE"): "NCCL writes a line for every call",
    ("NCCL_DEBUG_SUBSYS", "ALL"): "NCCL writes a line for every call",
    ("NCCL_P2P_DISABLE", "1"): "GPUs of a node talk through the host's memory, not by NVLink",
    ("NCCL_SHM_DISABLE", "1"): "GPUs of a node talk over the network",
    ("TORCH_DISTRIBUTED_DEBUG", "DETAIL"): "every collective is checked by another one",
}


@rule(severity=Severity.INFO, keys=tuple(name for name, _ in _EFFECTS))
def check(program: Program) -> Iterator[Finding]:
    """Look for such variables."""
    for name, word in program.variables:
        effect = _EFFECTS.get((name, word.text.upper()))
        if effect is not None:
            yield Finding(word.path, f"`{name}={word.text}` is for debugging: {effect}", "leave it out of a long run")
