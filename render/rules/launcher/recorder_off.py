"""RUN250 recorder-off: hang detection is on, and torch's flight recorder is off.

The recorder has the collectives of each process group, from which a report names the one that ranks wait in and the
ranks that lack. With a size of 0 a report has only the stacks.

Source: https://docs.pytorch.org/tutorials/unstable/flight_recorder_tutorial.html

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    numNodes: 2
    hangDetection: {enabled: true}
    env: {TORCH_FR_BUFFER_SIZE: "0"}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    numNodes: 2
    hangDetection: {enabled: true}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_SIZES = ("TORCH_FR_BUFFER_SIZE", "TORCH_NCCL_TRACE_BUFFER_SIZE")


@rule(severity=Severity.WARNING, keys=_SIZES)
def check(run: Run) -> Iterator[Finding]:
    """Find sizes of 0."""
    if run.at("hangDetection", "enabled") is not True:
        return
    for name, word in run.program.variables:
        if name in _SIZES and word.text == "0":
            yield Finding(word.path, f"`{name}=0` switches off what `hangDetection` reads", "remove it: torch has 2000")
