"""Script for Slurm's `sbatch`: its options, and the program that `srun` starts on every node.

Sources: https://slurm.schedmd.com/sbatch.html, https://github.com/NVIDIA/pyxis (`--container-image`)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.launcher_options import OF_TORCHRUN, run_size, take_options
from render.importers.parts.mpi import ssh_secret_name
from render.importers.parts.slurm import (
    SlurmScript,
    container_start,
    count,
    gpus_per_node,
    memory_quantity,
    parse_script,
    tasks_per_node,
    time_seconds,
)
from render.importers.parts.slurm_program import OF_ACCELERATE, program_launcher, quoted_word, with_run_options
from render.kube.gvk import GroupVersionKind
from render.problem import Problem, Rule
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.programs.unwrap import SHELLS
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, NOT_IMPORTED, REPLACED, TO_DO

KIND = GroupVersionKind("", "", "sbatch")
"""A script has no kind: it is found by its lines `#SBATCH`."""

_IMAGE = "docker.io/pytorch/pytorch:2.13.0-cuda13.0-cudnn9-runtime"
_READ = frozenset(
    {
        "container-image",
        "cpus-per-task",
        "exclusive",
        "gpus",
        "gpus-per-node",
        "gpus-per-task",
        "gres",
        "job-name",
        "mem",
        "nodes",
        "ntasks",
        "ntasks-per-node",
        "time",
    }
)
"""Options that a spec has fields for."""

_OF_SLURM = frozenset(
    {
        "error",
        "export",
        "kill-on-bad-exit",
        "label",
        "mail-type",
        "mail-user",
        "no-requeue",
        "open-mode",
        "output",
        "parsable",
        "requeue",
        "unbuffered",
        "verbose",
        "wait-all-nodes",
    }
)
"""Options about Slurm's own files, messages and restarts."""

_WAYS = {
    "account": "set `kueue.queue`",
    "array": "write one spec for each index with `render sweep`",
    "constraint": "set `pod.nodeSelector`",
    "container-mounts": "set `storage.volumes`",
    "container-workdir": "set `workingDir`",
    "dependency": "let a workflow apply the spec after the other run",
    "nodelist": "set `pod.nodeSelector` or `pod.affinity`",
    "partition": "set `kueue.queue` or `pod.nodeSelector`",
    "qos": "set `pod.priorityClassName`",
}
"""The field of a spec with the purpose of an option."""

_QUIET = frozenset({"date", "echo", "exit", "hostname", "nvidia-smi", "scontrol", "set", "sleep", "true", "wait"})
_OF_TORCH = frozenset({"LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "NODE_RANK", "RANK", "WORLD_SIZE"})

_OPTIONS = {"accelerate": tuple(OF_ACCELERATE), "torchrun": OF_TORCHRUN}
"""Options that are replaced, by launcher."""

_USED = re.compile(r"\$(?:\{(\w+)|([A-Za-z_]\w*))")
_OF_CONTAINERS = frozenset({"HOME", "HOSTNAME", "LOCAL_RANK", "PATH", "PWD", "RANDOM", "RANK", "SHELL", "WORLD_SIZE"})
"""Variables that a shell, a container or torchrun sets."""


@dataclass
class _ScriptNotes:
    """The problems of one script."""

    file: str
    lines: Sequence[str]
    problems: list[Problem] = field(default_factory=list)

    def add(self, rule: Rule, message: str, hint: str | None = None, line: int = 1) -> None:
        self.problems.append(rule.problem(message, hint=hint, file=self.file, span=(line, 1, line, 2)))

    def add_at(self, word: str, message: str, hint: str) -> None:
        """Add what is not carried over, at the first line that is not a comment and has a word."""
        found = (at for at, line in enumerate(self.lines, 1) if word in line and not line.startswith("#"))
        self.add(NOT_CARRIED, message, hint, next(found, 1))


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a script, or no spec and a finding with the reason."""
    text = str(source.item.data["script"])
    script, notes = parse_script(text), _ScriptNotes(source.item.document.file, text.splitlines())
    if script.is_heterogeneous:
        message = "is a heterogeneous job: its parts run different programs on different machines, and nodes are alike"
        notes.add(NOT_IMPORTED, message, "import a script with the part that trains")
        return ImportResult({}, tuple(notes.problems))
    if not script.programs:
        message = "no line starts a program with `srun`, `torchrun` or `python`"
        notes.add(NOT_IMPORTED, message, "import the script that does")
        return ImportResult({}, tuple(notes.problems))
    _report_options(script, notes)
    _report_commands(script, notes)
    own = ImportNotes(lambda path: (source.item, path))
    values = _values(script, own)
    for problem in own.problems:
        notes.problems.append(problem._replace(file=notes.file, line=1, column=1, pointer=None, object=None))
    _report_variables(values, notes)
    return ImportResult(drop_empty(values), tuple(notes.problems), None, "Slurm")


def _report_options(script: SlurmScript, notes: _ScriptNotes) -> None:
    """Note the options that a spec has no field for, or that mean something else there."""
    for name, value in script.options.items():
        if name not in _READ | _OF_SLURM:
            hint = _WAYS.get(name, "set the field of the spec that has its purpose")
            option = f"--{name}={value}" if value else f"--{name}"
            notes.add(NOT_CARRIED, f"`{option}` is not carried over", hint, script.lines.get(name, 1))
    if own := [f"`--{name}`" for name in script.options if name in _OF_SLURM]:
        message = f"{', '.join(own)}: Slurm's own files, messages and restarts; `kubectl logs` has the output"
        notes.add(REPLACED, message)
    if "exclusive" in script.options:
        message = "`--exclusive`: a machine is the run's alone where its pods ask for all GPUs, CPUs or memory of it"
        notes.add(CARRIED_OTHERWISE, message, "set `resourcesPerNode`", script.lines.get("exclusive", 1))
    if script.options.get("mem") == "0":
        message = "`--mem=0` is all memory of a machine: a pod has what it asks for"
        notes.add(CARRIED_OTHERWISE, message, "set `resourcesPerNode.limits.memory`", script.lines.get("mem", 1))
    if "container-image" not in script.options:
        message = "a Slurm job uses the software of its machines: set `image` to one with the program and its packages"
        notes.add(TO_DO, message)


def _report_commands(script: SlurmScript, notes: _ScriptNotes) -> None:
    """Note the commands before the program, and take the program out of a container of Singularity or Apptainer."""
    for words in (*script.others, *script.programs[:-1]):
        if words[0] not in _QUIET and not words[0].startswith("$("):
            message = f"`{' '.join(words)[:120]}` is not carried over: a run has one program"
            notes.add_at(words[0], message, "do it in the image or in `command`")
    program = script.programs[-1]
    inside = container_start(program)
    if program[inside:] and inside:
        message = f"`{' '.join(program[:inside])}` is not carried over: a pod is a container already"
        hint = "set `image` to that image in a registry, and `storage.volumes` for what is bound"
        notes.add_at(program[0], message, hint)
        script.programs[-1] = program[inside:]


def _report_variables(values: dict[str, Any], notes: _ScriptNotes) -> None:
    """Drop variables that a shell computes, and note them and those that a run does not have."""
    for name in [name for name, value in values["env"].items() if re.search(r"[$`]", value)]:
        message = f"`{name}={values['env'].pop(name)}` is not carried over: no shell computes a variable of a run"
        notes.add_at(f"{name}=", message, "set it in `env`, or in a shell of `command`")
    known = {*values["env"], *launcher_environment(RunSize(values, values["name"])), *_OF_CONTAINERS}
    used = [first or second for first, second in _USED.findall("\n".join(values["command"]))]
    for name in [name for name in dict.fromkeys(used) if name not in known]:
        hint = _WAYS["array"] if name.startswith("SLURM_ARRAY") else "torchrun sets RANK, LOCAL_RANK and WORLD_SIZE"
        notes.add_at(name, f"`{name}` is used and not set in a run", hint)


def _values(script: SlurmScript, notes: ImportNotes) -> dict[str, Any]:
    """Return the spec of a script with a program."""
    options = script.options
    nodes, tasks, gpus = count(options, "nodes", 1) or 1, tasks_per_node(options), gpus_per_node(options)
    name = re.sub(r"[^a-z0-9]+", "-", options.get("job-name", "").lower())[:40].strip("-") or "sbatch"
    env = {name: value for name, value in script.env.items() if name not in _OF_TORCH}
    container = RemainingFields({"command": list(script.programs[-1]), "env": []})
    launcher = program_launcher(container)
    taken = take_options(container, launcher, _OPTIONS.get(launcher, ()), notes)
    words: list[str] = container.data["command"]
    number = taken.get("nproc_per_node") or ""
    processes = (int(number) if number.isdecimal() else 0) if launcher in _OPTIONS else tasks
    if launcher == "plain" and nodes * tasks > 1 and words[0].startswith("python"):
        words, launcher = ["torchrun", *(word for word in words[1:] if word != "-u")], "torchrun"
        message = f"`srun` started {tasks} tasks on a node; torchrun starts them and sets RANK and LOCAL_RANK"
        notes.add(CARRIED_OTHERWISE, (), message)
    if words[0] not in SHELLS and any("$" in word or "`" in word for word in words):
        words = ["bash", "-c", " ".join(map(quoted_word, words))]
    words = with_run_options(words) if launcher == "accelerate" else words
    cpus = count(options, "cpus-per-task") * tasks
    limits = {"nvidia.com/gpu": gpus or None, "cpu": cpus or None, "memory": memory_quantity(options.get("mem"))}
    written = launcher_environment(RunSize({"launcher": launcher}, ""))
    return {
        "name": name,
        "image": options.get("container-image", _IMAGE).removeprefix("docker://").replace("#", "/"),
        "command": words,
        "env": {name: value for name, value in env.items() if name not in written},
        **run_size(nodes, None),
        "numProcPerNode": None if processes in (0, gpus) else processes,
        "resourcesPerNode": drop_empty({"limits": drop_empty(limits)}),
        "launcher": None if launcher == "torchrun" else launcher,
        "ssh": {"secretName": ssh_secret_name(name, (), notes)} if launcher == "mpi" else {},
        "activeDeadlineSeconds": time_seconds(options.get("time", "")),
    }
