"""Scripts for Slurm's `sbatch`: options, variables and commands, with their lines.

Source: https://slurm.schedmd.com/sbatch.html, https://slurm.schedmd.com/srun.html
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from render.importers.parts.slurm_size import count, gpus_per_node, tasks_per_node
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
    found.env |= dict(pair.split("=", 1) for pair in found.options.get("export", "").split(",") if "=" in pair)
    values = _numbers(found.options) | found.env
    started: list[tuple[list[str], dict[str, str]]] = []
    for words in _commands(text, values):
        if words[0] == "export" or _ASSIGNMENT.match(words[0]):
            pairs = [word.split("=", 1) for word in words if _ASSIGNMENT.match(word)]
            values |= dict(pairs)
            found.env |= {name: value for name, value in pairs if words[0] == "export"}
        elif words[0] == "srun":
            start = _program_start(words[1:]) + 1
            if program := words[start:]:
                started.append((program, dict(_options(words[1:start]))))
                found.is_heterogeneous |= ":" in program
        elif words[0] in ("accelerate", "deepspeed", "mpirun", "torchrun") or words[0].startswith("python"):
            found.programs.append(words)
        else:
            found.others.append(words)
    parallel = [one for one in started if not _is_one_task(one[1])]
    found.others += [program for program, own in started if _is_one_task(own)]
    if parallel:
        found.programs += [program for program, _ in parallel]
        found.options |= {name: value for name, value in parallel[-1][1].items() if value}
    return found


_KEYWORDS = frozenset({"!", "do", "elif", "else", "if", "then", "until", "while", "{", "}"})
_ENDS = frozenset({"case", "done", "esac", "fi", "for", "function", "select"})
"""Words of a shell's grammar: a command follows the first ones, none the others."""


def _commands(text: str, values: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the words of each command without the shell's grammar around it. `values` may grow meanwhile."""
    for simple in simple_commands(re.sub(r"\bfor\s*\(\([^\n]*?\)\)", "for i in i", text), ()):
        words = [part for word in simple.words for part in _parts(word, values)]
        while words and words[0] in _KEYWORDS:
            del words[0]
        if words and words[0] not in _ENDS:
            yield words


def _parts(word: Word, values: Mapping[str, str]) -> list[str]:
    """Return a word with the script's own variables in the place of references; a shell splits a reference alone."""
    name = re.fullmatch(r"\$(\w+)|\$\{(\w+)\}", word.text)
    value = values.get(name[1] or name[2]) if name and not word.is_literal else None
    if value is None or not re.search(r"\s", value):
        return [_resolve(word, values)]
    return [inner.text for command in simple_commands(value, ()) for inner in command.words]


def _is_one_task(options: Mapping[str, str]) -> bool:
    """Return True for a step of one task, which prepares or serves the others."""
    return options.get("nodes") == options.get("ntasks") == "1" or options.get("n") == options.get("N") == "1"


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
