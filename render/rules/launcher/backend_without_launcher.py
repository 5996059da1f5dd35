"""RUN119 backend-without-launcher: the program selects a backend, but no launcher sets up the process group.

`--ddp_backend` and similar options only name the backend. The process group needs `RANK`, `WORLD_SIZE` and
`LOCAL_RANK`, which a launcher sets; without them the program stops with `Default process group has not been
initialized`.

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
"""Options of programs that create the process group from their command line."""


@rule(severity=Severity.WARNING, keys=NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report a backend option if nothing sets a rank."""
    for found, option in backends(program) if not program.has_variable("RANK") else ():
        has_rendezvous = not _PLACES.isdisjoint(found.program_options)
        if found.launcher is None and option.literal in ("gloo", "mpi", "nccl") and not has_rendezvous:
            message = f"`--{option.name}` requires a process group, but no launcher sets `RANK` and `WORLD_SIZE`"
            yield Finding(option.flag.path, message, "start the program with `torchrun`, or remove the option")
