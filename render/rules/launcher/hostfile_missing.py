"""RUN193 hostfile-missing: a launcher reads its hosts from a file that doesn't exist.

The hostfile of a run is `/etc/mpi/hostfile` with `launcher: mpi` and `launcher: horovod`, and `/job/hostfile` with
`launcher: deepspeed`. `mpirun` and `horovodrun` stop without their file; `deepspeed` goes on with the GPUs of its own
pod.

Source: https://www.deepspeed.ai/getting-started/#resource-configuration-multi-node

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: horovod
    ssh: {secretName: train-ssh}
    command: [horovodrun, -np, $(NUM_PROCESSES), --hostfile, /job/hostfile, python, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: horovod
    ssh: {secretName: train-ssh}
    command: [horovodrun, -np, $(NUM_PROCESSES), --hostfile, /etc/mpi/hostfile, python, train.py]
"""

from collections.abc import Iterator

from render.programs.marks import HOSTFILE
from render.programs.run import Run
from render.rules.rule import Finding, rule

_FILES = {"deepspeed": "/job/hostfile", "horovod": "/etc/mpi/hostfile", "mpi": "/etc/mpi/hostfile"}

_OTHERS = ("/etc/hosts", "/etc/mpi/hostfile", "/job/hostfile")


@rule(keys=(HOSTFILE,))
def check(run: Run) -> Iterator[Finding]:
    """Report the file of another launcher, unless a volume contains it. Scripts write their own to other paths."""
    right = _FILES.get(run.at("launcher"))
    for found in run.program.launches if right or run.at("launcher") == "ray" else ():
        for name in found.tool.hostfile:
            option = found.options.get(name)
            path = option.literal if option is not None else None
            is_wrong = path in _OTHERS or (right is not None and run.program.script is None)
            if option is not None and path and path != right and is_wrong and not _is_mounted(run, path):
                hint = (
                    f"use `{right}`" if right else f"use `launcher: {found.tool.home}`: a Ray cluster has no hostfile"
                )
                message = f"`{path}` is not the hostfile of `launcher: {run.at('launcher')}`"
                yield Finding((option.value or option.flag).path, message, hint, excerpt=path)


def _is_mounted(run: Run, path: str) -> bool:
    """Return True if a volume of the spec may contain the file."""
    volumes = run.at("storage", "volumes") or ()
    folders = [str(one.get("mountPath")) for one in volumes]
    claim = run.at("storage", "checkpoints", "mountPath") or "/checkpoints"
    return path in (run.at("files") or ()) or any(path.startswith(folder) for folder in (*folders, claim))
