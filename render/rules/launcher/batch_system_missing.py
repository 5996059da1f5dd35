"""RUN191 batch-system-missing: the command belongs to a batch system that a pod is not part of.

`srun` and `sbatch` talk to Slurm's controller, `jsrun` and `bsub` to LSF's. In a pod there is none: they stop with an
error about their configuration. The launchers of a spec start the processes that `srun` would start.

Source: https://slurm.schedmd.com/srun.html

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: plain
    command: [srun, --ntasks-per-node=8, python, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    launcher: torchrun
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("aprun", "bsub", "jsrun", "qsub", "salloc", "sbatch", "scontrol", "srun")


@rule(keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report commands of batch systems."""
    for found in program.launches:
        if found.tool.system:
            message = f"`{found.tool.name}` requires {found.tool.system}, which a pod is not part of"
            word = found.launcher_word
            yield Finding(word.path, message, "use `launcher: torchrun` or `launcher: mpi`", excerpt=word.text)
