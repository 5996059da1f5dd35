"""Script for Slurm's `sbatch`: its options, and the program that `srun` starts on every node.

Sources: https://slurm.schedmd.com/sbatch.html, https://github.com/NVIDIA/pyxis (`--container-image`)
"""

import re
import shlex
from typing import Any

from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.launcher_options import OF_TORCHRUN, run_size, take_options
from render.importers.parts.mpi import ssh_secret_name
from render.importers.parts.slurm import SlurmScript, container_start, parse_script
from render.importers.parts.slurm_options import WAYS, ScriptNotes, report_options
from render.importers.parts.slurm_size import (
    count,
    gpus_per_node,
    job_folder,
    memory_quantity,
    preflight_timeout,
    tasks_per_node,
    time_seconds,
)
from render.kube.gvk import GroupVersionKind
from render.programs.command import find_commands
from render.programs.command_line import parse_launch
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.programs.unwrap import SHELLS
from render.spec.codes import CARRIED_OTHERWISE, NOT_IMPORTED, REPLACED

KIND = GroupVersionKind("", "", "sbatch")
"""A script has no kind: it is found by its lines `#SBATCH`."""

_IMAGE = "docker.io/pytorch/pytorch:2.13.0-cuda13.0-cudnn9-runtime"
_OWN_IMAGE = "registry.example/training:1"
"""A place for an image of the user's own: the other one has none of the programs in `_SPECIAL`."""
_SPECIAL = frozenset({"accelerate", "deepspeed", "mpi", "ray"})
_QUIET = frozenset({"date", "echo", "exit", "hostname", "nvidia-smi", "scontrol", "set", "sleep", "true", "wait"})
_OF_TORCH = frozenset({"LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "NODE_RANK", "RANK", "WORLD_SIZE"})

_OF_ACCELERATE = {
    "num_processes": "NUM_PROCESSES",
    "num_machines": "NNODES",
    "machine_rank": "NODE_RANK",
    "main_process_ip": "MASTER_ADDR",
    "main_process_port": "MASTER_PORT",
    "rdzv_backend": "",
}
"""Options of `accelerate launch`, with the run's variables that they get."""

_OF_DEEPSPEED = ("hostfile", "master_addr", "master_port", "node_rank", "num_gpus", "num_nodes")
"""Options of `deepspeed` that the run's hostfile replaces."""

_OPTIONS = {"accelerate": tuple(_OF_ACCELERATE), "deepspeed": _OF_DEEPSPEED, "torchrun": OF_TORCHRUN}
"""Options that are replaced, by launcher."""

_USED = re.compile(r"\$(?:\{(\w+)|([A-Za-z_]\w*))")
_OF_CONTAINERS = frozenset({"HOME", "HOSTNAME", "LOCAL_RANK", "PATH", "PWD", "RANDOM", "RANK", "SHELL", "WORLD_SIZE"})
"""Variables that a shell, a container or torchrun sets."""


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a script, or no spec and a finding with the reason."""
    text = str(source.item.data["script"])
    script, notes = parse_script(text), ScriptNotes(source.item.document.file, text.splitlines())
    if script.is_heterogeneous:
        message = "is a heterogeneous job: its parts run different programs on different machines, and nodes are alike"
        notes.add(NOT_IMPORTED, message, "import a script with the part that trains")
        return ImportResult({}, tuple(notes.problems))
    if not script.programs:
        message = "no line starts a program with `srun`, `torchrun` or `python`"
        notes.add(NOT_IMPORTED, message, "import the script that does")
        return ImportResult({}, tuple(notes.problems))
    _report_commands(script, notes)
    report_options(script, notes)
    own = ImportNotes(lambda path: (source.item, path))
    values = _values(script, own)
    for problem in own.problems:
        notes.problems.append(problem._replace(file=notes.file, line=1, column=1, pointer=None, object=None))
    _report_variables(values, notes)
    return ImportResult(drop_empty(values), tuple(notes.problems), None, "Slurm")


def _report_commands(script: SlurmScript, notes: ScriptNotes) -> None:
    """Note the other commands, and take the program out of a container of Singularity or Apptainer."""
    is_ray = _starts_ray(script)
    for words in (*script.others, *script.programs[:-1]):
        if words[0] not in _QUIET and not words[0].startswith("$(") and not (is_ray and words[0] == "ray"):
            message = f"`{' '.join(words)[:120]}` is not carried over: a run has one program"
            notes.add_at(words[0], message, "do it in the image or in `command`")
    program = script.programs[-1]
    inside = container_start(program)
    if program[inside:] and inside:
        message = f"`{' '.join(program[:inside])}` is not carried over: a pod is a container already"
        hint = "set `image` to that image in a registry, and `storage.volumes` for what is bound"
        if program[inside - 1].startswith("docker://"):
            script.options.setdefault("container-image", program[inside - 1])
            hint = "set `storage.volumes` for what is bound"
        notes.add_at(program[0], message, hint)
        script.programs[-1] = program[inside:]


def _report_variables(values: dict[str, Any], notes: ScriptNotes) -> None:
    """Drop variables that a shell computes, and note them and those that a run does not have."""
    for name in [name for name, value in values["env"].items() if re.search(r"[$`]", value)]:
        message = f"`{name}={values['env'].pop(name)}` is not carried over: no shell computes a variable of a run"
        notes.add_at(f"{name}=", message, "set it in `env`, or in a shell of `command`")
    known = {*values["env"], *launcher_environment(RunSize(values, values["name"])), *_OF_CONTAINERS}
    used = [first or second for first, second in _USED.findall("\n".join(values["command"]))]
    for name in [name for name in dict.fromkeys(used) if name not in known]:
        hint = "set it in `env`, or in a shell of `command`"
        if name.startswith("SLURM_"):
            is_array = name.startswith("SLURM_ARRAY")
            hint = WAYS["array"] if is_array else "torchrun sets RANK, LOCAL_RANK and WORLD_SIZE"
        notes.add_at(name, f"`{name}` is used and not set in a run", hint)


def _values(script: SlurmScript, notes: ImportNotes) -> dict[str, Any]:
    """Return the spec of a script with a program."""
    options = script.options
    nodes, tasks, gpus = count(options, "nodes", 1) or 1, tasks_per_node(options), gpus_per_node(options)
    name = re.sub(r"[^a-z0-9]+", "-", options.get("job-name", "").lower())[:40].strip("-") or "sbatch"
    env = {name: value for name, value in script.env.items() if name not in _OF_TORCH}
    container = RemainingFields({"command": list(script.programs[-1]), "env": []})
    launcher = "ray" if _starts_ray(script) else _program_launcher(container, nodes)
    taken = take_options(container, launcher, _OPTIONS.get(launcher, ()), notes)
    words: list[str] = container.data["command"]
    number = taken.get("nproc_per_node") or ""
    processes = (int(number) if number.isdecimal() else 0) if launcher in (*_OPTIONS, "ray") else tasks
    if launcher == "plain" and nodes * tasks > 1 and words[0].startswith("python"):
        words, launcher = ["torchrun", *(word for word in words[1:] if word != "-u")], "torchrun"
        message = f"`srun` started {tasks} tasks on a node; torchrun starts them and sets RANK and LOCAL_RANK"
        notes.add(CARRIED_OTHERWISE, (), message)
    if words[0] not in SHELLS and any("$" in word or "`" in word for word in words):
        words = ["bash", "-c", " ".join(map(_quoted_word, words))]
    words = _with_run_options(words) if launcher == "accelerate" else words
    cpus = count(options, "cpus-per-task") * tasks
    if launcher == "ray":
        notes.add(
            REPLACED, (), "`ray start`: `launcher: ray` starts the cluster, and the program when all nodes have joined"
        )
    memory = memory_quantity(options.get("mem"), options.get("mem-per-cpu"), cpus)
    limits = {"nvidia.com/gpu": gpus or None, "cpu": cpus or None, "memory": memory}
    seconds = time_seconds(options.get("time", ""))
    image = options.get("container-image", _OWN_IMAGE if launcher in _SPECIAL else _IMAGE)
    if own := [f"`{name}`" for name in script.env if name in _OF_TORCH]:
        notes.add(REPLACED, (), f"removed {', '.join(own)}: `launcher: {launcher}` sets them")
    written = launcher_environment(RunSize({"launcher": launcher}, ""))
    return {
        "name": name,
        "image": image.removeprefix("docker://").replace("#", "/"),
        "command": words,
        "env": {name: value for name, value in env.items() if name not in written},
        **run_size(nodes, None),
        "numProcPerNode": None if processes in (0, gpus) else processes,
        "resourcesPerNode": drop_empty({"limits": drop_empty(limits)}),
        "launcher": None if launcher == "torchrun" else launcher,
        "ssh": {"secretName": ssh_secret_name(name, (), notes)} if launcher in ("deepspeed", "mpi") else {},
        "workingDir": job_folder(options),
        "activeDeadlineSeconds": seconds,
        "preflight": drop_empty({"timeoutSeconds": preflight_timeout(seconds) if nodes > 1 else None}),
    }


def _starts_ray(script: SlurmScript) -> bool:
    """Return True if the script starts a Ray cluster before its program."""
    return any(words[:2] == ["ray", "start"] for words in (*script.others, *script.programs))


def _program_launcher(container: RemainingFields, nodes: int) -> str:
    """Return the launcher of a spec for a program on some nodes."""
    words = list(container.data["command"])
    names = {parse_launch(one).name for one in find_commands((("command", at), word) for at, word in enumerate(words))}
    program = words[0].rpartition("/")[2]
    if program == "deepspeed" and nodes > 1:
        return "deepspeed"
    return next((launcher for launcher in ("torchrun", "accelerate") if launcher in names), None) or (
        "mpi" if program in ("mpirun", "mpiexec") else "plain"
    )


def _with_run_options(words: list[str]) -> list[str]:
    """Return the command line of `accelerate launch` with the run's variables in its options."""
    if words[0] in SHELLS:
        options = " ".join(f"--{name} ${variable}" for name, variable in _OF_ACCELERATE.items() if variable)
        return [re.sub(r"\baccelerate\s+launch\b", f"accelerate launch {options}", word, count=1) for word in words]
    options_of_list = [f"--{name}=$({variable})" for name, variable in _OF_ACCELERATE.items() if variable]
    place = words.index("launch") + 1 if "launch" in words else len(words)
    return [*words[:place], *options_of_list, *words[place:]]


def _quoted_word(word: str) -> str:
    """Return a word for a shell, which expands what it refers to."""
    if not re.search(r"[$`]", word):
        return shlex.quote(word)
    return f'"{word}"' if re.search(r"\s", word) and '"' not in word else word
