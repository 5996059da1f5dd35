"""MPI in the operators and in the chart: launchers, variables, ssh."""

from collections.abc import Mapping
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.programs.command import find_commands
from render.programs.command_line import parse_launch
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, TO_DO

IMPLEMENTATIONS = {"OpenMPI": "openmpi", "Intel": "intel", "MPICH": "mpich"}
"""The operators' names of MPI implementations, and those of a spec."""

_FOLDER = "/etc/mpi"
"""The folder of the hostfile in the operators and in the chart's launchers, except DeepSpeed's."""

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
"""Variables that the chart sets, by implementation; empty if the value depends on the run."""
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
"""Variables of the operators that the chart replaces by the hostfile or by ssh's configuration."""

_SLOTS = "OMPI_MCA_orte_set_default_slots"
_VOLUMES = ("mpi-ssh-auth", "mpi-hostfile")


def detect_launcher(container: Mapping[str, Any]) -> str:
    """Return the chart's launcher for the program of a container."""
    words = [*container.get("command", ()), *container.get("args", ())]
    for command in find_commands((("command", place), word) for place, word in enumerate(words)):
        found = _STARTERS.get(parse_launch(command).name)
        if found == "horovod" or (found and not any(_FOLDER in word for word in words)):
            return found
    return "mpi"


def launcher_variables(chosen: str, implementation: str) -> dict[str, str]:
    """Return the variables that the chart sets for the launcher's program."""
    own = _WRITTEN[implementation] if chosen == "mpi" else {}
    return {**_ALWAYS, **_OF_LAUNCHER[chosen], **own}


def drop_mpi_variables(env: dict[str, Any], known: Mapping[str, str], path: Path, notes: ImportNotes) -> None:
    """Drop variables that the chart sets or replaces, and note other values."""
    for name in [name for name in env if name in known or name in _REPLACED]:
        value = env.pop(name)
        if name in known and known[name] not in ("", value):
            message = f"`{name}` is set by the chart: `{known[name]}`, not `{value}`"
            notes.add(CARRIED_OTHERWISE if name in _ALWAYS else NOT_CARRIED, path, message)


def slots_per_node(container: RemainingFields) -> str | None:
    """Return the processes of a node, from Trainer's variable of the launcher."""
    variables = container.items("env")
    return next((one.data.get("value") for one in variables if one.data.get("name") == _SLOTS), None)


def drop_trainer_mounts(template: RemainingFields) -> None:
    """Drop Trainer's volumes for ssh keys and hostfile; the chart has its own."""
    pod = template.section("spec")
    for volume in pod.items("volumes"):
        if volume.data.get("name") in _VOLUMES:
            volume.clear()
    for container in pod.items("containers"):
        for mount in container.items("volumeMounts"):
            if mount.data.get("name") in _VOLUMES:
                mount.clear()


def ssh_secret_name(run: str, path: Path, notes: ImportNotes) -> str:
    """Return the name of the Secret with the ssh key of a run, and note how to create it."""
    name = f"{run}-ssh"
    message = f"the run needs the Secret `{name}` with its ssh key, which the operator made"
    hint = (
        f"`ssh-keygen -t ed25519 -N '' -f id`, then `kubectl create secret generic {name} "
        "--type=kubernetes.io/ssh-auth --from-file=ssh-privatekey=id`"
    )
    notes.add(TO_DO, path, message, hint)
    return name


def report_launcher_copies(pods: int, path: Path, notes: ImportNotes) -> None:
    """Note that the launcher runs once."""
    if pods != 1:
        notes.add(CARRIED_OTHERWISE, path, f"the launcher runs in one pod, not in {pods}")
