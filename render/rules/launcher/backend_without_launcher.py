"""RUN119 backend-without-launcher: the program is told of a process group, and nobody makes one.

`--ddp_backend` and its kin only name the backend. The process group is made from `RANK`, `WORLD_SIZE` and `LOCAL_RANK`,
which a launcher sets; without them the program stops with `Default process group has not been initialized`.

Source: https://github.com/huggingface/transformers/issues/13441

Example:
    image: registry.example/train:1
    launcher: plain
    command: [python, train.py, --ddp_backend=nccl]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    launcher: torchrun
    command: [torchrun, train.py, --ddp_backend=nccl]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._backends import NAMES, backends
from render.rules.rule import Finding, rule

_PLACES = frozenset({"dist_url", "init_method", "node_rank", "rank", "world_size"})
"""Options of programs that make the process group from what their command line says."""


@rule(severity=Severity.WARNING, keys=NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Look for a backend where nothing sets a rank."""
    for found, option in backends(program) if not program.has_variable("RANK") else ():
        is_told = not _PLACES.isdisjoint(found.program_options)
        if found.launcher is None and option.literal in ("gloo", "mpi", "nccl") and not is_told:
            message = f"`--{option.name}` needs a process group, and no launcher sets `RANK` and `WORLD_SIZE`"
            yield Finding(option.flag.path, message, "start the program by `torchrun`, or leave the option out")
