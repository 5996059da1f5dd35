"""RUN237 local-rank-constant: all processes of a node get the same local rank.

A launcher that starts a process per GPU sets `LOCAL_RANK`. A constant on the command line is the same for all of them:
they share one GPU, and NCCL stops with `Duplicate GPU detected`, or the GPU has no memory left.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html#environment-variables

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --local_rank=0]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("local-rank", "local_rank", "gpu_id", "local_process_index")


@rule(severity=Severity.WARNING, keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report a number for a program that a launcher starts several times on each node."""
    for launch in program.launches:
        starts_several = launch.launcher is not None and launch.tool.starts == "node" and (program.processes or 1) > 1
        for name in _NAMES if starts_several else ():
            option = launch.program_options.get(name)
            if option is not None and option.value is not None and (option.literal or "").isdecimal():
                message = f"`--{name}` is {option.literal} in each of the {program.processes} processes of a node"
                yield Finding(
                    option.flag.path, message, "remove it: the program reads `LOCAL_RANK`", excerpt=option.flag.text
                )
