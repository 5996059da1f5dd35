"""Options of a script for Slurm's `sbatch` that a spec has no field for, each with what has its purpose.

Source: https://slurm.schedmd.com/sbatch.html
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from render.importers.parts.slurm import SlurmScript
from render.importers.parts.slurm_size import gpu_type
from render.problem import Problem, Rule
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, REPLACED, TO_DO

_READ = frozenset(
    {
        "chdir",
        "container-image",
        "container-workdir",
        "cpus-per-task",
        "exclusive",
        "gpus",
        "gpus-per-node",
        "gpus-per-task",
        "gres",
        "job-name",
        "mem",
        "mem-per-cpu",
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

WAYS = {
    "account": "set `kueue.queue`",
    "array": "write one spec for each index with `render sweep`",
    "constraint": "set `pod.nodeSelector`",
    "container-mounts": "set `storage.volumes`",
    "dependency": "let a workflow apply the spec after the other run",
    "nodelist": "set `pod.nodeSelector` or `pod.affinity`",
    "partition": "set `kueue.queue` or `pod.nodeSelector`",
    "mem-per-gpu": "set `resourcesPerNode.limits.memory`",
    "qos": "set `pod.priorityClassName`",
    "signal": "set `pod.terminationGracePeriodSeconds`: a program gets SIGTERM that long before SIGKILL",
}
"""The field of a spec with the purpose of an option."""


@dataclass
class ScriptNotes:
    """The problems of one script."""

    file: str
    lines: Sequence[str]
    problems: list[Problem] = field(default_factory=list)

    def add(self, rule: Rule, message: str, hint: str | None = None, line: int = 1) -> None:
        """Add a problem at the beginning of a line."""
        self.problems.append(rule.problem(message, hint=hint, file=self.file, span=(line, 1, line, 2)))

    def add_at(self, word: str, message: str, hint: str) -> None:
        """Add what is not carried over, at the first line that is not a comment and has a word."""
        found = (at for at, line in enumerate(self.lines, 1) if word in line and not line.startswith("#"))
        self.add(NOT_CARRIED, message, hint, next(found, 1))


def report_options(script: SlurmScript, notes: ScriptNotes) -> None:
    """Note the options that a spec has no field for, or that mean something else there."""
    for name, value in script.options.items():
        if name not in _READ | _OF_SLURM:
            hint = WAYS.get(name, "set the field of the spec that has its purpose")
            option = f"--{name}={value}" if value else f"--{name}"
            notes.add(NOT_CARRIED, f"`{option}` is not carried over", hint, script.lines.get(name, 1))
    if kind := gpu_type(script.options):
        message = f"the GPUs' type `{kind}` is not carried over: a pod asks for GPUs of any type"
        notes.add(NOT_CARRIED, message, "set `pod.nodeSelector`", script.lines.get("gres", 1))
    quiet = _OF_SLURM - ({"export"} if "=" in script.options.get("export", "") else set())
    if own := [f"`--{name}`" for name in script.options if name in quiet]:
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
