"""Scripts for Slurm's `sbatch`: options, variables and commands, with their lines.

Source: https://slurm.schedmd.com/sbatch.html, https://slurm.schedmd.com/srun.html
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.programs.shell import Word, simple_commands

_LINE = re.compile(r"^#SBATCH[ \t]+(.*)$", re.MULTILINE)
_SHORT: Mapping[str, str] = {
    "A": "account",
    "C": "constraint",
    "G": "gpus",
    "J": "job-name",
    "N": "nodes",
    "a": "array",
    "c": "cpus-per-task",
    "d": "dependency",
    "e": "error",
    "n": "ntasks",
    "o": "output",
    "p": "partition",
    "q": "qos",
    "t": "time",
    "w": "nodelist",
}
_FLAGS = frozenset({"exclusive", "label", "l", "no-requeue", "parsable", "requeue", "unbuffered", "u", "v", "verbose"})
"""Options without a value."""

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_REFERENCE = re.compile(r"\$(\w+)|\$\{(\w+)\}")


@dataclass
class SlurmScript:
    """A script, read once."""

    options: dict[str, str] = field(default_factory=dict)
    """Options of `#SBATCH` lines and of the `srun` that starts the program, by long name."""
    lines: dict[str, int] = field(default_factory=dict)
    """Lines of the options; those of `srun` have none."""
    env: dict[str, str] = field(default_factory=dict)
    """Variables that the script exports, with what it knows of their values."""
    programs: list[list[str]] = field(default_factory=list)
    """Commands that `srun` starts, or torchrun and python; the last one trains."""
    others: list[list[str]] = field(default_factory=list)
    """Other commands, which prepare the machine."""
    is_heterogeneous: bool = False
    """True if its parts run different programs on different machines."""


def is_sbatch(text: str) -> bool:
    """Return True for a shell script with options for `sbatch`."""
    return text.startswith("#!") and _LINE.search(text) is not None


def parse_script(text: str) -> SlurmScript:
    """Read a script; nothing is run."""
    found = SlurmScript()
    for match in _LINE.finditer(text):
        found.is_heterogeneous |= _split(match[1])[:1] in (["hetjob"], ["packjob"])
        for name, value in _options(_split(match[1])):
            found.options[name] = value
            found.lines[name] = text.count("\n", 0, match.start()) + 1
    values = _numbers(found.options)
    for simple in simple_commands(text, ()):
        words = [_resolve(word, values) for word in simple.words]
        if words[0] == "export" or _ASSIGNMENT.match(words[0]):
            pairs = [word.split("=", 1) for word in words if _ASSIGNMENT.match(word)]
            values |= dict(pairs)
            found.env |= {name: value for name, value in pairs if words[0] == "export"}
        elif words[0] == "srun":
            start = _program_start(words[1:]) + 1
            found.options |= {name: value for name, value in _options(words[1:start]) if value}
            found.programs += [words[start:]] if words[start:] else []
            found.is_heterogeneous |= ":" in words[start:]
        elif words[0] in ("accelerate", "deepspeed", "mpirun", "torchrun") or words[0].startswith("python"):
            found.programs.append(words)
        else:
            found.others.append(words)
    return found


def count(options: Mapping[str, str], name: str, otherwise: int = 0) -> int:
    """Return an option's whole number; the lower one of a range, `otherwise` for any other text."""
    text = options.get(name, "").partition("-")[0]
    return int(text) if text.isdecimal() else otherwise


def tasks_per_node(options: Mapping[str, str]) -> int:
    """Return the processes that `srun` starts on a node."""
    return count(options, "ntasks-per-node") or -(-count(options, "ntasks") // count(options, "nodes", 1)) or 1


def gpus_per_node(options: Mapping[str, str]) -> int:
    """Return the GPUs of a node."""
    nodes, tasks = count(options, "nodes", 1), tasks_per_node(options)
    for name, share in (("gres", 1), ("gpus-per-node", 1), ("gpus", nodes), ("gpus-per-task", 0)):
        kind, *parts = options.get(name, "").split(":")
        text = (parts or [kind])[-1].partition("(")[0]
        if text.isdecimal() and (name != "gres" or kind == "gpu"):
            return -(-int(text) // share) if share else int(text) * tasks
    return 0


def _numbers(options: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that Slurm sets from the options of a script, and that have one value on all nodes."""
    nodes, tasks, gpus = count(options, "nodes", 1), tasks_per_node(options), gpus_per_node(options)
    found = {
        "SLURM_CPUS_PER_TASK": count(options, "cpus-per-task"),
        "SLURM_GPUS_ON_NODE": gpus,
        "SLURM_GPUS_PER_NODE": gpus,
        "SLURM_JOB_NUM_NODES": nodes,
        "SLURM_NNODES": nodes,
        "SLURM_NPROCS": nodes * tasks,
        "SLURM_NTASKS": nodes * tasks,
        "SLURM_NTASKS_PER_NODE": tasks,
    }
    return {name: str(number) for name, number in found.items() if number}


def _split(text: str) -> list[str]:
    text = re.sub(r"\s#.*", "", text)
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            continue
        name, has_value, value = word.lstrip("-").partition("=")
        if not word.startswith("--") and len(name) > 1 and not has_value:
            name, value, has_value = name[0], name[1:], "="
        if not has_value and name not in _FLAGS and rest and not rest[0].startswith("-"):
            value = rest.pop(0)
        yield _SHORT.get(name, name), value


def _program_start(words: list[str]) -> int:
    """Return the position of the program among the words behind `srun`."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        name = words[place].lstrip("-")
        takes = "=" not in name and name not in _FLAGS and (words[place].startswith("--") or len(name) == 1)
        place += 2 if takes else 1
    return place


_CONTAINERS = frozenset({"apptainer", "singularity"})
_WITH_VALUE = frozenset({"-B", "--bind", "--env", "-H", "--home", "-o", "--overlay", "--pwd", "-S", "-W", "--workdir"})
"""Options of a container's program that take a value (https://apptainer.org/docs/user/main/cli/apptainer_exec.html)."""


def container_start(words: Sequence[str]) -> int:
    """Return how many words start a container of Singularity or Apptainer before the program in it; 0 for others."""
    if not words or words[0].rpartition("/")[2] not in _CONTAINERS or words[1:2] not in (["exec"], ["run"]):
        return 0
    place = 2
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] in _WITH_VALUE else 1
    return place + 1


def _resolve(word: Word, values: Mapping[str, str]) -> str:
    """Return a word with the script's own variables in the place of references."""
    if word.is_literal:
        return word.text
    return _REFERENCE.sub(lambda found: values.get(found[1] or found[2], found[0]), word.text)


_UNITS = {"": "Mi", "K": "Ki", "M": "Mi", "G": "Gi", "T": "Ti"}


def memory_quantity(text: str | None) -> str | None:
    """Return a quantity for `--mem`; None for the whole machine."""
    match = re.fullmatch(r"(\d+)([KMGT]?)B?", (text or "").upper())
    return f"{match[1]}{_UNITS[match[2]]}" if match and int(match[1]) else None


def time_seconds(text: str) -> int | None:
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
