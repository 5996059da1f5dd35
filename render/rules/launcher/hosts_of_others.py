"""RUN231 hosts-of-others: a list of hosts has names that are not nodes of the run.

`launcher: mpi` and `launcher: horovod` write a hostfile with the nodes of the run, whose names contain the name of the
run. A host of another name, from an old cluster or a tutorial, is not in it, or can't be resolved: mpirun stops with
`not enough slots` or ssh with `Could not resolve hostname`.

Source: https://docs.open-mpi.org/en/main/launching-apps/scheduling.html

Example:
    image: registry.example/train:1
    launcher: mpi
    numNodes: 2
    ssh: {secretName: key}
    command: [mpirun, -np, "2", -H, "node1:1,node2:1", python, train.py]
Use instead:
    image: registry.example/train:1
    launcher: mpi
    numNodes: 2
    ssh: {secretName: key}
    command: [mpirun, -np, "2", python, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._hosts import unknown_hosts
from render.rules.rule import Finding, rule

_OPTIONS = ("H", "host", "hosts")


@rule(keys=_OPTIONS)
def check(program: Program) -> Iterator[Finding]:
    """Report the first host of another form than the chart's."""
    if program.launcher not in ("horovod", "mpi"):
        return
    for launch in (*program.launched_by("mpirun"), *program.launched_by("horovodrun")):
        for option, hosts in unknown_hosts(launch, _OPTIONS, ","):
            unknown = next((host for host in hosts if not host.isdecimal()), "$")  # `localhost:0,1`: 1 is a GPU
            if "$" not in unknown:
                message = f"`{unknown}` is not a node of the run, whose nodes are called `NAME-node-0-0`"
                hint = f"remove `{option.flag.text}`: the hostfile of the run has all nodes"
                yield Finding(option.flag.path, message, hint, excerpt=option.flag.text)
