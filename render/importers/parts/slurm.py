"""Scripts for Slurm's `sbatch`: options, variables and commands, with their lines.

Source: https://slurm.schedmd.com/sbatch.html, https://slurm.schedmd.com/srun.html
"""

import re
import shlex
from collections.abc import Iterator, Mapping
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


def is_sbatch(text: str) -> bool:
    """Return True for a shell script with options for `sbatch`."""
    return text.startswith("#!") and _LINE.search(text) is not None


def parse_script(text: str) -> SlurmScript:
    """Read a script; nothing is run."""
    found = SlurmScript()
    for match in _LINE.finditer(text):
        for name, value in _options(_split(match[1])):
            found.options[name] = value
            found.lines[name] = text.count("\n", 0, match.start()) + 1
    values: dict[str, str] = {}
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
        elif words[0] in ("accelerate", "deepspeed", "mpirun", "torchrun") or words[0].startswith("python"):
            found.programs.append(words)
        else:
            found.others.append(words)
    return found


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


def _resolve(word: Word, values: Mapping[str, str]) -> str:
    """Return a word with the script's own variables in the place of references."""
    if word.is_literal:
        return word.text
    return _REFERENCE.sub(lambda found: values.get(found[1] or found[2], found[0]), word.text)
