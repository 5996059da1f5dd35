"""RUN210 ray-started-twice: the command starts a second Ray cluster, or one on each node.

With `launcher: ray` the cluster runs before `command` does, and `RAY_ADDRESS` has its address. `ray start --head` makes
another one, on the head alone, or stops because its ports are taken; the nodes that have joined the first one get no
work. With another launcher, each of several nodes runs the command, and has a cluster of its own.

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
    """Report commands that start a cluster where the run is one, and a head that every node starts."""
    is_cluster = program.launcher == "ray" and bool(program.nodes)
    is_on_all = program.is_distributed and bool(program.launcher) and not (program.runs_once or program.chooses_by_rank)
    for command in program.commands if is_cluster or is_on_all else ():
        words = [word.text for word in command.words]
        if command.program != "ray" or not words[1:2] or words[1] not in _STARTS:
            continue
        if is_cluster:
            message = f"`ray {words[1]}` starts another cluster: that of `launcher: ray` runs already"
            yield Finding(command.words[0].path, message, f"remove `ray {words[1]}`", excerpt=f"ray {words[1]}")
        elif words[1] == "start" and "--head" in words:
            message = f"each of the {program.nodes} nodes starts a Ray cluster of its own"
            yield Finding(
                command.words[0].path, message, "use `launcher: ray`, which runs the cluster", excerpt="ray start"
            )
