"""RUN191 batch-system-missing: the command belongs to a batch system that a pod is not part of.

`srun` and `sbatch` talk to Slurm's controller, `jsrun` and `bsub` to LSF's. In a pod there is none: they stop with an
error about their configuration. The launchers of a spec start the processes that `srun` would start. `docker run` needs
a daemon in the same way.

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

import re
from collections.abc import Iterator

from render.programs.marks import BATCH
from render.programs.program import Program
from render.rules.rule import Finding, rule

_BATCH = ("aprun", "bsub", "jsrun", "qsub", "salloc", "sbatch", "scontrol", "srun")
_CONTAINERS = ("docker", "docker-compose", "nvidia-docker")

_LAUNCHERS = ("deepspeed_multinode_launcher", "launcher")
"""Options of DeepSpeed and Accelerate that choose what starts the other nodes."""
_INNER = re.compile(r"\$\(\s*(scontrol|squeue|srun)\b")


@rule(keys=(BATCH, *_LAUNCHERS, *_BATCH, *_CONTAINERS))
def check(program: Program) -> Iterator[Finding]:
    """Report commands of batch systems."""
    script = program.script[0] if program.script is not None else None
    if script is not None and (inner := _INNER.search(script.text)):
        message = f"`{inner[1]}` belongs to a batch system, which a pod doesn't have"
        hint = "use the variables of the `launcher`, such as `$MASTER_ADDR`"
        yield Finding(script.path, message, hint, excerpt=inner[1])
    for found in program.launches:
        for option in (found.options.get(name) for name in _LAUNCHERS):
            if option is not None and (option.literal or "").lower() == "slurm":
                message = "`slurm` starts the nodes with `srun`, which a pod doesn't have"
                yield Finding(option.flag.path, message, "remove it", excerpt=option.flag.text)
    for command, found in zip(program.commands, program.launches, strict=True):
        if found.tool.system and command.operator != "||":
            message = f"`{found.tool.name}` requires {found.tool.system}, which a pod doesn't have"
            word = found.launcher_word
            is_batch = found.tool.name in _BATCH
            hint = (
                "use `launcher: torchrun` or `launcher: mpi`" if is_batch else "use its `image`, and start the program"
            )
            finding = Finding(word.path, message, hint, excerpt=word.text)
            yield finding if is_batch else finding.as_warning  # a volume may have the daemon's socket
