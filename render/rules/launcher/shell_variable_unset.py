"""RUN204 shell-variable-unset: an option of a launcher is a shell variable that nothing sets.

The shell replaces an unset variable by nothing: `--nnodes=$NNODES` becomes `--nnodes=`, and torchrun stops with
`invalid literal for int()`, or takes its default and trains alone. `launcher: torchrun` sets `PET_NNODES` and the like,
and no `NNODES`; `RANK` and `WORLD_SIZE` exist in the processes that a launcher starts, not before; Slurm's variables
exist in jobs of Slurm.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html#environment-variables

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [bash, -c, "torchrun --nnodes=$WORLD_SIZE --node_rank=$RANK train.py"]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [bash, -c, "torchrun train.py"]
"""

import re
from collections.abc import Iterator

from render.programs.marks import SHELL_VARIABLE
from render.programs.program import Program
from render.rules.rule import Finding, rule

_REFERENCE = re.compile(r"\$(?:\{([A-Z]\w*)\}|([A-Z]\w*))")
_GROUP = re.compile(
    r"(PET_)?(MASTER_(ADDR|PORT)|NNODES|NODE_RANK|NPROC_PER_NODE|NUM_PROCESSES|N?UM_(NODES|GPUS)|GPUS?_PER_NODE)"
    r"|(LOCAL_|GROUP_)?RANK|(LOCAL_)?WORLD_SIZE|(SLURM|PBS|LSB|COBALT|OMPI_COMM|PMI|SM)_\w+|PET_\w+|RDZV_\w+"
)
"""Variables that say which processes train together."""
_BATCH = re.compile(r"(SLURM|PBS|LSB|COBALT)_\w+")


@rule(keys=(SHELL_VARIABLE,))
def check(program: Program) -> Iterator[Finding]:
    """Report variables of the group that neither the spec nor the script sets."""
    if program.script is None or not program.launcher:
        return
    script = program.script[0].text
    for found in program.launches if "eval" not in script else ():
        for option in found.options.values() if found.launcher is not None else ():
            word = option.value
            for match in _REFERENCE.finditer(word.text) if word is not None and not word.is_literal else ():
                name = match[1] or match[2]
                if word is None or not _GROUP.fullmatch(name) or _is_set(program, name, script):
                    continue
                message = f"nothing sets `${name}` in the container, so `--{option.name}` is empty"
                yield Finding(word.path, message, _hint(program, option.name, name), excerpt=match[0])


def _is_set(program: Program, name: str, script: str) -> bool:
    is_known = program.has_variable(name) or name in program.defined
    return (
        is_known
        or re.search(rf"\b{name}\+?=|\b(read|for|mapfile|declare|local)\b[^\n;|&]*\b{name}\b", script) is not None
    )


def _hint(program: Program, option: str, name: str) -> str:
    own = f"PET_{name}"
    if program.launcher == "torchrun":
        return f"remove `--{option}`: torchrun reads `PET_{option.upper()}`"
    if _BATCH.fullmatch(name):
        return (
            "a pod has no variables of a batch system: use those of the `launcher`, such as `$NNODES` and `$NODE_RANK`"
        )
    return (
        f"did you mean `${own}`?" if program.has_variable(own) else f"set `{name}` in `env`, or use `launcher: plain`"
    )
