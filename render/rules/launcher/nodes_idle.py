"""RUN170 nodes-idle: the command runs once, in the launcher's pod, and starts nothing on the nodes.

With `launcher: mpi`, `horovod` and `deepspeed`, and in the launcher of an MPIJob, the command runs in a pod without
GPUs. It must start the processes on the nodes: with `mpirun`, `horovodrun` or `deepspeed`. A Python program, or a
launcher that starts the processes of its own node only, trains there alone, and all nodes stay idle.

Source: https://docs.open-mpi.org/en/main/man-openmpi/man1/mpirun.1.html

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: mpi
    ssh: {secretName: train-ssh}
    command: [python, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    launcher: mpi
    ssh: {secretName: train-ssh}
    command: [mpirun, --bind-to, none, python, train.py]
"""

from collections.abc import Iterator

from render.programs.command_line import Launch, is_python
from render.programs.marks import IDLE
from render.programs.program import Program
from render.rules.rule import Finding, rule

_STARTERS = {
    "deepspeed": "deepspeed",
    "horovod": "horovodrun -np $(NUM_PROCESSES) --hostfile /etc/mpi/hostfile",
    "mpi": "mpirun",
}
_HOSTFILES = ("deepspeed_hostfile", "mpirun_hostfile")
"""Options with which `accelerate launch` starts other nodes."""
_STARTING = ("launch", "mpirun", "mpiexec", "submit")
"""Parts of names of scripts that may start the nodes themselves."""


@rule(keys=(IDLE,))
def check(program: Program) -> Iterator[Finding]:
    """Report a last command that is known to run in one pod."""
    if program.launcher not in _STARTERS or not program.commands or any(map(_starts_nodes, program.launches)):
        return
    last, launch = program.commands[-1], program.launches[-1]
    if launch.tool.name or (is_python(last) and not any(part in launch.program[0].text for part in _STARTING)):
        message = f"`{launch.launcher_word.text}` runs once, in the launcher's pod: it starts no process on the nodes"
        hint = f"start it with `{_STARTERS[program.launcher]}`, or use a `launcher` that runs it on every node"
        yield Finding(launch.launcher_word.path, message, hint)


def _starts_nodes(launch: Launch) -> bool:
    return launch.tool.starts == "nodes" or any(name in launch.options for name in _HOSTFILES)
