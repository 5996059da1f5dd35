"""RUN210 ray-started-twice: the command starts a second Ray cluster.

With `launcher: ray` the cluster runs before `command` does, and `RAY_ADDRESS` has its address. `ray start --head` makes
another one, on the head alone, or stops because its ports are taken; the nodes that have joined the first one get no
work.

Source: https://docs.ray.io/en/latest/cluster/cli.html#ray-start

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [bash, -c, "ray start --head && python train.py"]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [python, train.py]
    resourcesPerNode: {requests: {cpu: 16}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_STARTS = ("start", "up", "symmetric-run")


@rule(keys=("ray",))
def check(program: Program) -> Iterator[Finding]:
    """Report commands that start a cluster where the run is one."""
    for command in program.commands if program.launcher == "ray" and program.nodes else ():
        words = [word.text for word in command.words]
        if command.program == "ray" and words[1:2] and words[1] in _STARTS:
            message = f"`ray {words[1]}` starts another cluster: that of `launcher: ray` runs already"
            yield Finding(command.words[0].path, message, f"remove `ray {words[1]}`", excerpt=f"ray {words[1]}")
