"""Script for Slurm's `sbatch`: its options, and the program that `srun` starts on every node.

Sources: https://slurm.schedmd.com/sbatch.html, https://github.com/NVIDIA/pyxis (`--container-image`)
"""

import re
import shlex
from collections.abc import Mapping
from typing import Any

from render.importers.parts.container import starts_torchrun
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.launcher_options import OF_TORCHRUN, run_size, take_options
from render.importers.parts.slurm import SlurmScript, parse_script
from render.kube.gvk import GroupVersionKind
from render.problem import Problem, Rule
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, NOT_IMPORTED, TO_DO

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
_SLURM = re.compile(r"\$\{?(SLURM_\w+)")
_UNITS = {"": "Mi", "K": "Ki", "M": "Mi", "G": "Gi", "T": "Ti"}


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a script, or no spec and a finding with the reason."""
    script = parse_script(str(source.item.data["script"]))
    file, problems = source.item.document.file, list[Problem]()

    def note(rule: Rule, message: str, hint: str | None = None, line: int = 1) -> None:
        problems.append(rule.problem(message, hint=hint, file=file, span=(line, 1, line, 2)))

    if not script.programs:
        note(
            NOT_IMPORTED, "no line starts a program with `srun`, `torchrun` or `python`", "import the script that does"
        )
        return ImportResult({}, tuple(problems))
    for name, value in script.options.items():
        if name not in _READ | _OF_SLURM:
            hint = _WAYS.get(name, "set the field of the spec that has its purpose")
            note(NOT_CARRIED, f"`--{name}={value}` is not carried over", hint, script.lines.get(name, 1))
    for words in (*script.others, *script.programs[:-1]):
        if words[0] not in _QUIET and not words[0].startswith("$("):
            said = " ".join(words)[:120]
            note(
                NOT_CARRIED,
                f"`{said}` is not carried over: a run has one program",
                "do it in the image or in `command`",
            )
    if "container-image" not in script.options:
        note(
            TO_DO, "a Slurm job uses the software of its machines: set `image` to one with the program and its packages"
        )
    notes = ImportNotes(lambda path: (source.item, path))
    values = _values(script, notes)
    for problem in notes.problems:
        problems.append(problem._replace(file=file, line=1, column=1, pointer=None, object=None))
    words = [*values["command"], *values["env"].values()]
    for name in dict.fromkeys(_SLURM.findall("\n".join(words))):
        note(NOT_CARRIED, f"`{name}` is used and not set in a run", "torchrun sets RANK, LOCAL_RANK and WORLD_SIZE")
    return ImportResult(drop_empty(values), tuple(problems), None, "Slurm")


def _values(script: SlurmScript, notes: ImportNotes) -> dict[str, Any]:
    """Return the spec of a script with a program."""
    options = script.options
    nodes = _number(options.get("nodes", "1").partition("-")[0]) or 1
    tasks = _number(options.get("ntasks-per-node")) or -(-_number(options.get("ntasks")) // nodes) or 1
    gpus = _gpus(options, nodes, tasks)
    env = {name: value for name, value in script.env.items() if name not in _OF_TORCH}
    container = RemainingFields({"command": list(script.programs[-1]), "env": []})
    is_torchrun = starts_torchrun(container.data)
    taken = take_options(container, "torchrun", OF_TORCHRUN, notes)
    words: list[str] = container.data["command"]
    processes = _number(taken.get("nproc_per_node")) if is_torchrun else tasks
    if not is_torchrun and nodes * tasks > 1 and words[0].startswith("python"):
        words, is_torchrun = ["torchrun", *(word for word in words[1:] if word != "-u")], True
        message = f"`srun` started {tasks} tasks on a node; torchrun starts them and sets RANK and LOCAL_RANK"
        notes.add(CARRIED_OTHERWISE, (), message)
    if any("$" in word or "`" in word for word in words):
        words = ["bash", "-c", " ".join(word if re.search(r"[$`]", word) else shlex.quote(word) for word in words)]
    launcher = "torchrun" if is_torchrun else "plain"
    written = launcher_environment(RunSize({"launcher": launcher}, ""))
    cpus = _number(options.get("cpus-per-task")) * tasks
    limits = {"nvidia.com/gpu": gpus or None, "cpu": cpus or None, "memory": _memory(options.get("mem"))}
    return {
        "name": re.sub(r"[^a-z0-9]+", "-", options.get("job-name", "").lower())[:40].strip("-") or "sbatch",
        "image": options.get("container-image", _IMAGE).removeprefix("docker://").replace("#", "/"),
        "command": words,
        "env": {name: value for name, value in env.items() if name not in written},
        **run_size(nodes, None),
        "numProcPerNode": None if processes in (0, gpus) else processes,
        "resourcesPerNode": drop_empty({"limits": drop_empty(limits)}),
        "launcher": None if launcher == "torchrun" else launcher,
        "activeDeadlineSeconds": _seconds(options.get("time", "")),
    }


def _number(text: str | None) -> int:
    """Return a whole number; 0 for any other text."""
    return int(text) if text and text.isdecimal() else 0


def _gpus(options: Mapping[str, str], nodes: int, tasks: int) -> int:
    """Return the GPUs of a node."""
    for name, share in (("gres", 1), ("gpus-per-node", 1), ("gpus", nodes), ("gpus-per-task", 0)):
        kind, *parts = options.get(name, "").split(":")
        number = _number((parts or [kind])[-1]) or (1 if kind == "gpu" else 0)
        if number:
            return number * tasks if share == 0 else -(-number // share)
    return 0


def _memory(text: str | None) -> str | None:
    """Return a quantity for `--mem`; None for the whole machine."""
    match = re.fullmatch(r"(\d+)([KMGT]?)B?", (text or "").upper())
    return f"{match[1]}{_UNITS[match[2]]}" if match and int(match[1]) else None


def _seconds(text: str) -> int | None:
    """Return the seconds of `--time`: MINUTES, [DAYS-]HOURS[:MINUTES[:SECONDS]] or MINUTES:SECONDS."""
    days, dash, clock = text.rpartition("-")
    parts = clock.split(":")
    if not all(part.isdecimal() for part in (*parts, *([days] if dash else []))):
        return None
    numbers = [int(part) for part in parts]
    if dash:
        hours, minutes, seconds = [*numbers, 0, 0][:3]
        return int(days) * 86400 + hours * 3600 + minutes * 60 + seconds
    hours, minutes, seconds = [0, *numbers, 0] if len(numbers) == 1 else [0, *numbers][-3:]
    return hours * 3600 + minutes * 60 + seconds
