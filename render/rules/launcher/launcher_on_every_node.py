"""RUN131 launcher-on-every-node: each node starts the whole run.

`mpirun`, `horovodrun` and `deepspeed` with a list of hosts start the processes of all nodes from one node, over ssh. If
every pod runs the command, the whole run starts once per node.

Source: https://horovod.readthedocs.io/en/stable/running.html

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [horovodrun, -np, "16", -H, "run-node-0-0.run:8,run-node-0-1.run:8", python, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: torchrun
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_HOSTS = ("H", "H_hostfile", "host", "hostfile", "hosts", "machinefile")


@rule(keys=("deepspeed", "horovodrun", "mpirun"))
def check(program: Program) -> Iterator[Finding]:
    """Report a list of hosts in a command that all nodes run. A script that reads its rank may be fine."""
    if program.runs_once or program.chooses_by_rank:
        return
    for found in program.launched_by("deepspeed", "horovodrun", "mpirun") if program.is_distributed else ():
        option = next((found.options[name] for name in _HOSTS if name in found.options), None)
        if option is not None and "no_ssh" not in found.options:
            message = (
                f"each of the {program.nodes} nodes runs this `{found.name}`, which starts the processes of all nodes"
            )
            yield Finding(option.flag.path, message, "use a launcher that runs on every node, such as `torchrun`")
