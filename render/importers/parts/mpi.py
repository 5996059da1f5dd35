"""MPI as its operators start it, and as the chart does: launchers, variables, ssh."""

from collections.abc import Mapping
from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.programs.launches import launch
from render.programs.tokens import commands
from render.shape.mistake import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, TO_DO

IMPLEMENTATIONS = {"OpenMPI": "openmpi", "Intel": "intel", "MPICH": "mpich"}
"""The operators' words, and those of a spec."""

_FOLDER = "/etc/mpi"
"""Where the operators put the hostfile, as do the chart's launchers but DeepSpeed's."""

_STARTERS = {"horovodrun": "horovod", "deepspeed": "deepspeed"}
_HOSTFILE = f"{_FOLDER}/hostfile"
_WRITTEN: Mapping[str, Mapping[str, str]] = {
    "openmpi": {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_orte_default_hostfile": _HOSTFILE,
        "PRTE_MCA_prte_default_hostfile": _HOSTFILE,
    },
    "intel": {"I_MPI_HYDRA_BOOTSTRAP": "ssh", "I_MPI_HYDRA_HOST_FILE": _HOSTFILE, "I_MPI_PERHOST": ""},
    "mpich": {"HYDRA_HOST_FILE": _HOSTFILE},
}
"""By implementation: what the chart writes; empty where it depends on the run."""
_ALWAYS = {"NUM_PROCESSES": "", "NVIDIA_VISIBLE_DEVICES": "void", "OMPI_MCA_orte_keep_fqdn_hostnames": "true"}
_OF_LAUNCHER: Mapping[str, Mapping[str, str]] = {
    "deepspeed": {"MASTER_PORT": ""},
    "horovod": {"HOROVOD_START_TIMEOUT": ""},
    "mpi": {"MASTER_ADDR": "", "MASTER_PORT": ""},
}

_REPLACED = frozenset(
    {
        "HYDRA_LAUNCH_EXTRA_ARGS",
        "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS",
        "OMPI_MCA_orte_set_default_slots",
        "OMPI_MCA_plm_rsh_args",
    }
)
"""What the operators write and the chart says otherwise: in the hostfile, and in ssh's own configuration."""

_SLOTS = "OMPI_MCA_orte_set_default_slots"
_VOLUMES = ("mpi-ssh-auth", "mpi-hostfile")


def launcher(container: Mapping[str, Any]) -> str:
    """Return which of the chart's launchers runs what a container starts."""
    words = [*container.get("command", ()), *container.get("args", ())]
    for command in commands((("command", place), word) for place, word in enumerate(words)):
        found = _STARTERS.get(launch(command).name)
        if found == "horovod" or (found and not any(_FOLDER in word for word in words)):
            return found
    return "mpi"


def written(chosen: str, implementation: str) -> dict[str, str]:
    """Return what the chart writes for the launcher's program."""
    own = _WRITTEN[implementation] if chosen == "mpi" else {}
    return {**_ALWAYS, **_OF_LAUNCHER[chosen], **own}


def drop(env: dict[str, Any], known: Mapping[str, str], path: Path, notes: Notes) -> None:
    """Drop what the chart writes, or says otherwise; tell where it writes another value."""
    for name in [name for name in env if name in known or name in _REPLACED]:
        value = env.pop(name)
        if name in known and known[name] not in ("", value):
            message = f"`{name}` is the chart's to write, and is `{known[name]}`, not `{value}`"
            notes.add(CARRIED_OTHERWISE if name in _ALWAYS else NOT_CARRIED, path, message)


def slots(container: Rest) -> str | None:
    """Return the processes of a node, as Trainer tells them to the launcher."""
    variables = container.items("env")
    return next((one.data.get("value") for one in variables if one.data.get("name") == _SLOTS), None)


def unmount(template: Rest) -> None:
    """Take Trainer's keys and hostfile, which the chart mounts elsewhere."""
    pod = template.below("spec")
    for volume in pod.items("volumes"):
        if volume.data.get("name") in _VOLUMES:
            volume.clear()
    for container in pod.items("containers"):
        for mount in container.items("volumeMounts"):
            if mount.data.get("name") in _VOLUMES:
                mount.clear()


def keys(run: str, path: Path, notes: Notes) -> str:
    """Return the name of the Secret with the keys of a run, and tell how it is made."""
    name = f"{run}-ssh"
    message = f"the run needs the Secret `{name}` with its ssh key, which the operator made"
    hint = (
        f"`ssh-keygen -t ed25519 -N '' -f id`, then `kubectl create secret generic {name} "
        "--type=kubernetes.io/ssh-auth --from-file=ssh-privatekey=id`"
    )
    notes.add(TO_DO, path, message, hint)
    return name


def tell_copies(pods: int, path: Path, notes: Notes) -> None:
    """Tell that the launcher runs once."""
    if pods != 1:
        notes.add(CARRIED_OTHERWISE, path, f"the launcher runs once, and not in {pods} pods")
