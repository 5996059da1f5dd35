"""RUN111 nproc-per-node-missing: torchrun doesn't know how many processes to start.

Without `--nproc_per_node` and without `PET_NPROC_PER_NODE`, torchrun starts one process, and the other GPUs are idle.

Source: https://github.com/kubeflow/trainer/issues/1713

Example:
    image: registry.example/train:1
    launcher: plain
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
Use instead:
    image: registry.example/train:1
    launcher: torchrun
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import IDLE
from render.programs.program import Program
from render.rules.launcher._torchrun import is_set
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report a torchrun without a number of processes if the node has several GPUs."""
    if (program.gpus or 0) < 2 or IDLE in program.names:  # RUN170 reports what runs in the launcher's pod
        return
    for found in program.launched_by("torchrun"):
        if not is_set(program, found, "nproc_per_node"):
            message = f"`torchrun` has no `--nproc_per_node`, so it starts one process for {program.gpus} GPUs"
            yield Finding(
                found.launcher_word.path, message, "add `--nproc_per_node`; in a spec, `launcher: torchrun` sets it"
            )
