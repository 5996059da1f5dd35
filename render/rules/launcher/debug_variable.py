"""RUN129 debug-variable: a variable for debugging slows the training down.

Each of these variables helps to find a problem, and costs bandwidth, overlap or megabytes of log if it stays.

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
    ("CUDA_LAUNCH_BLOCKING", "1"): "every kernel waits for the previous one",
    ("NCCL_DEBUG", "TRACE"): "NCCL writes a line for every call",
    ("NCCL_DEBUG_SUBSYS", "ALL"): "NCCL writes a line for every call",
    ("NCCL_P2P_DISABLE", "1"): "GPUs of a node communicate through the host's memory instead of NVLink",
    ("NCCL_SHM_DISABLE", "1"): "GPUs of a node communicate over the network",
    ("TORCH_DISTRIBUTED_DEBUG", "DETAIL"): "another collective checks every collective",
}

_SLOW = ("CUDA_LAUNCH_BLOCKING", "TORCH_DISTRIBUTED_DEBUG")
"""They slow every step down. The others matter on some machines, or fill the log."""


@rule(severity=Severity.INFO, keys=tuple(name for name, _ in _EFFECTS))
def check(program: Program) -> Iterator[Finding]:
    """Report variables for debugging."""
    for name, word in program.variables:
        effect = _EFFECTS.get((name, word.text.upper()))
        if effect is not None:
            finding = Finding(word.path, f"`{name}={word.text}` is for debugging: {effect}", "remove it for a long run")
            yield finding.as_warning if name in _SLOW else finding
