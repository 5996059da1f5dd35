"""RUN130 world-size-differs: the program waits for another number of processes than there are.

`WORLD_SIZE` is read by torch's process group: with a larger number it waits for processes that never come, with a
smaller one the last ones are refused. It is the number of nodes, or of all their processes.

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

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("WORLD_SIZE",))
def check(program: Program) -> Iterator[Finding]:
    """Compare the number with nodes and processes."""
    if program.nodes is None or program.processes is None or not program.is_whole:
        return
    if any(found.launcher for found in program.launches):
        return
    possible = sorted({program.nodes, program.nodes * program.processes})
    for name, word in program.values_of("WORLD_SIZE"):
        if word.text.isdecimal() and int(word.text) not in possible:
            said = " or ".join(map(str, possible))
            message = f"`{name}` is {word.text}, and the run has {program.nodes} nodes of {program.processes} processes"
            yield Finding(word.path, message, f"`{said}`")
