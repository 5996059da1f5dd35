"""RUN251 stall-after-timeout: torch ends the processes before hang detection would report.

A process group of NCCL has a time-out of 10 minutes unless the program passes `init_process_group` another one, and of
30 minutes over gloo. Then the processes end with a message that names the collective, and not who was late.

Source: https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.init_process_group

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    hangDetection: {enabled: true, stallSeconds: 900}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    hangDetection: {enabled: true, stallSeconds: 300}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import WATCHED, Run
from render.rules.rule import Finding, rule

_NCCL, _GLOO = 600, 1800
_REPORT = 30
"""Seconds between the end of `stallSeconds` and the report."""


@rule(severity=Severity.WARNING, keys=(WATCHED,))
def check(run: Run) -> Iterator[Finding]:
    """Compare the time with torch's own."""
    seconds = run.at("hangDetection", "stallSeconds")
    backend, limit = ("NCCL", _NCCL) if run.gpus else ("gloo", _GLOO)
    if run.at("hangDetection", "enabled") is True and isinstance(seconds, int) and seconds + _REPORT > limit:
        message = f"{seconds} seconds are not shorter than torch's own time-out, {limit} over {backend}"
        hint = "set it to `300`, or pass `init_process_group` a longer `timeout`"
        yield Finding(("hangDetection", "stallSeconds"), message, hint)
