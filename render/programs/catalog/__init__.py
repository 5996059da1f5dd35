"""Programs that start other programs: launchers, front ends of training frameworks, and wrappers.

Each module of this folder describes some of them in `PROGRAMS`, with their documentation. `index.json`, which `ci/gen`
writes, has the module of each name, so that a command imports only its own module.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from render.programs.shell import Word

INDEX = Path(__file__).with_name("index.json")

Starts = Literal["command", "process", "node", "nodes", "ray"]
"""The processes that a program starts.

- `command`: the rest of its command line (a wrapper)
- `process`: one process, or what its variables tell it to (a front end such as `llamafactory-cli`)
- `node`: the processes of its own node
- `nodes`: the processes of all nodes, from one of them
- `ray`: a driver on a Ray cluster
"""


class ProgramType(NamedTuple):
    """A program, its command line and what it starts. Names of options have no leading dashes, and underscores."""

    name: str
    starts: Starts
    source: str
    """Address of its documentation or source."""
    commands: tuple[str, ...] = ()
    """Spellings with the sub-command that starts the training; modules for `python -m`. Default: the name."""
    arguments: Mapping[str, int] = {}
    """Number of arguments by option. Other options take one, those of wrappers none."""
    names: frozenset[str] = frozenset()
    """All of its options, if it accepts unique abbreviations (argparse does); else empty."""
    similar: frozenset[str] = frozenset()
    """Its options, to recognize misspelt ones, if it accepts no abbreviations."""
    positionals: int = 0
    """Number of arguments before the command (wrappers)."""
    subcommands: frozenset[str] = frozenset()
    """All of its sub-commands, if it rejects other words."""
    nodes: tuple[str, ...] = ()
    """Options with the number of nodes."""
    per_node: tuple[str, ...] = ()
    """Options with the number of processes of each node."""
    total: tuple[str, ...] = ()
    """Options with the number of processes of all nodes."""
    others: tuple[str, ...] = ()
    """Options, options with a value (`launcher=torchrun`) and variables with which it knows about other nodes. Without
    all of them it starts only its own node."""
    hostfile: tuple[str, ...] = ()
    """Options with the path of a hostfile."""
    exports: Mapping[str, int] = {}
    """Options that set a variable: 1 for `NAME=VALUE`, 2 for `NAME VALUE`."""
    home: str = ""
    """The `launcher` of a spec that is made for it."""
    finds_hosts: bool = False
    """True if `home` gives it the hosts without an option."""
    choices: Mapping[str, frozenset[str]] = {}
    """Accepted values by option."""
    values: Mapping[str, str] = {}
    """Regular expression of the accepted values by option."""
    usual: Mapping[str, frozenset[str]] = {}
    """Values by option if there may be others: one that is similar is misspelt."""
    mistaken: Mapping[str, str] = {}
    """Options of other launchers that it rejects, with its own name for them."""
    runs_scripts: bool = False
    """True if it starts Python itself: for a launcher, an interpreter in front of the script is an error; a wrapper
    starts a word that ends in `.py`, and a module after `-m`."""
    system: str = ""
    """The batch system or the daemon that it needs, such as Slurm."""
    is_alone: bool = False
    """True if none of its options names other nodes."""

    @property
    def is_launcher(self) -> bool:
        """Return True if it starts the processes of a run, and its options end where the program begins."""
        return self.starts in ("node", "nodes")

    def full_name(self, name: str) -> str:
        """Return the full name of an abbreviated option."""
        longer = [known for known in self.names if known.startswith(name)]
        return longer[0] if len(longer) == 1 and name not in self.names else name


NUMBER = r"[+-]?\d+"


def numbers(names: str) -> dict[str, str]:
    """Return options that take a whole number."""
    return dict.fromkeys(words(names), NUMBER)


def flags(names: str) -> dict[str, int]:
    """Return options that take no argument."""
    return dict.fromkeys(words(names), 0)


def words(names: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(names.split())


def find_types(name: str) -> tuple[ProgramType, ...]:
    """Return the programs that a command's first word can mean, which differ in their sub-command."""
    module = _index().get(name)
    return () if module is None else tuple(one for one in _programs(module) if name in first_words(one))


def match_program(name: str, line: Sequence["Word"]) -> tuple[ProgramType | None, int]:
    """Return the program of a command line, and the number of words that name it with its sub-command.

    `name` is the first word of the line without its folder.
    """
    for found in find_types(name):
        for spelling in found.commands or (found.name,):
            first, *others = spelling.split()
            if first == name and others == [word.text for word in islice(line, 1, 1 + len(others))]:
                return found, 1 + len(others)
    return None, 0


def first_words(program: ProgramType) -> frozenset[str]:
    """Return the words that a command line of the program can start with."""
    return frozenset(spelling.split()[0] for spelling in program.commands or (program.name,))


def all_programs() -> Mapping[str, tuple[ProgramType, ...]]:
    """Return all programs by module. Imports every module."""
    names = (file.stem for file in sorted(INDEX.parent.glob("[!_]*.py")))
    return {name: _programs(name) for name in names}


def index_programs(programs: Mapping[str, Iterable[ProgramType]]) -> dict[str, str]:
    """Return the module that describes each name."""
    return dict(
        sorted((name, module) for module, some in programs.items() for one in some for name in first_words(one))
    )


@cache
def _index() -> dict[str, str]:
    found: dict[str, str] = json.loads(INDEX.read_bytes())
    return found


@cache
def _programs(module: str) -> tuple[ProgramType, ...]:
    found: tuple[ProgramType, ...] = import_module(f"{__name__}.{module}").PROGRAMS
    return found
