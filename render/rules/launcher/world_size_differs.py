"""RUN130 world-size-differs: the program waits for a different number of processes than there are.

torch's process group reads `WORLD_SIZE`, JAX `JAX_NUM_PROCESSES`: with a larger number it waits for processes that
never start, with a smaller one it rejects the last ones. It must be the number of nodes, or of all their processes.

Source: https://docs.pytorch.org/docs/stable/distributed.html#environment-variable-initialization

Example:
    image: registry.example/train:1
    numNodes: 4
    numProcPerNode: 8
    launcher: plain
    command: [python, train.py]
    env: {WORLD_SIZE: "16"}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    numProcPerNode: 8
    launcher: plain
    command: [python, train.py]
    env: {WORLD_SIZE: "32"}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_NAMES = ("JAX_NUM_PROCESSES", "WORLD_SIZE")


@rule(keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Compare the number with nodes and processes."""
    if program.nodes is None or program.processes is None or not program.is_only_template:
        return
    if any(found.launcher for found in program.launches):
        return
    possible = sorted({program.nodes, program.nodes * program.processes})
    for name, word in program.values_of(*_NAMES):
        if word.text.isdecimal() and int(word.text) not in possible:
            valid = " or ".join(f"`{count}`" for count in possible)
            message = (
                f"`{name}` is {word.text}, but the run has {program.nodes} nodes with "
                f"{plural(program.processes, 'process')} each"
            )
            yield Finding(word.path, message, f"set it to {valid}")
