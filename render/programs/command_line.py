"""Parse the command line of a launcher: its options, and the training program with its arguments."""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename
from typing import NamedTuple

from render.programs.catalog import ProgramType, find_types, match_program
from render.programs.command import Command
from render.programs.shell import Word
from render.programs.unwrap import Assignment


class Option(NamedTuple):
    """`--name value` or `--name=value`."""

    name: str
    """Without leading dashes and with underscores, as the launchers normalize names."""
    flag: Word
    value: Word | None

    @property
    def literal(self) -> str | None:
        """The value if it is literal, else None."""
        return self.value.text if self.value is not None and self.value.is_literal else None


Options = Mapping[str, Option]


_PROGRAM = ProgramType("", "process", "")
"""A program that the catalog doesn't describe."""

_HOSTS = ("H", "host", "hosts", "include", "i")
"""Options with a list of hosts."""
_LOCAL = r"(localhost|127\.0\.0\.1)([:@].*)?|\d+"
"""The machine itself, or a further number of a device, as in `localhost:0,1`."""


class Launch(NamedTuple):
    """A parsed command line of a launcher, or of a program that runs without one."""

    tool: ProgramType
    """The program in the catalog; without a name if it is not there."""
    launcher_word: Word
    options: Options
    """Options of the launcher."""
    program: tuple[Word, ...]
    """The started program with its arguments."""
    script: Word | None = None
    """The first word after a launcher's options: a script, a program, or an interpreter in front of it."""
    is_ended: bool = False
    """True if `--` ends the launcher's options."""
    exports: tuple[Assignment, ...] = ()
    """Variables that options of the launcher set for the started processes."""
    is_misspelt: bool = False
    """True if the word after the program should be a sub-command and isn't, as in `accelerate train.py`."""

    @property
    def launcher(self) -> ProgramType | None:
        """The launcher; None if the command starts processes by itself at most."""
        return self.tool if self.tool.is_launcher and not self.is_misspelt else None

    @property
    def name(self) -> str:
        """The launcher's name; empty if there is none."""
        return self.launcher.name if self.launcher else ""

    @property
    def names_itself(self) -> bool:
        """Return True if its list of hosts has its own machine alone, as in `-H localhost:8`."""
        lists = [self.options[name].literal for name in _HOSTS if name in self.options] if self.launcher else []
        hosts = [host for text in lists for host in (text or "$").split(",")]
        return bool(hosts) and all(re.fullmatch(_LOCAL, host) for host in hosts)

    @property
    def unknown_options(self) -> tuple[Option, ...]:
        """Options of a launcher that it doesn't have, if all of its options are known."""
        known = self.tool.names | self.tool.similar
        if self.launcher is None or not known:
            return ()
        known |= {*self.tool.arguments, *self.tool.mistaken}
        return tuple(
            option
            for name, option in self.options.items()
            if len(name) > 1 and name not in known and not (self.tool.names and _is_abbreviation(name, known))
        )

    @property
    def program_options(self) -> Options:
        """The options of the started program. A word after an option counts as its value."""
        return _read(self.program[1:], _PROGRAM)[0]


def parse_launch(command: Command) -> Launch:
    """Parse a command."""
    words = _module(command)
    name = words[0].text if words is not command.words else command.program
    tool, length = match_program(name, words)
    if tool is not None and tool.is_launcher:
        options, program = _read(words[length:], tool)
        own = words[length : len(words) - len(program)]
        is_ended = any(word.text == "--" for word in own)
        return Launch(
            tool, words[0], options, _started(program), next(iter(program), None), is_ended, tuple(_exports(own, tool))
        )
    program = words if len(words) < len(command.words) else _script(command)
    if tool is not None:
        return Launch(tool, words[0], {}, program)
    for known in find_types(name):
        if known.subcommands and len(words) > 1 and words[1].text not in known.subcommands:
            return Launch(known, words[0], {}, program, is_misspelt=True)
    return Launch(_PROGRAM, command.words[0], {}, program)


def _is_abbreviation(name: str, known: frozenset[str]) -> bool:
    return any(one.startswith(name) for one in known)


def is_python(command: Command) -> bool:
    """Return True if the command is a Python interpreter that runs a script or module."""
    return command.program.startswith("python") and len(_script(command)) > 0


def _module(command: Command) -> tuple[Word, ...]:
    """Return the words from the program's name on, for `python -m MODULE` from the module's.

    `python /opt/bin/torchrun` starts the program as well: it is a script of Python.
    """
    first, rest = command.words[0], command.words[1:]
    if not command.program.startswith("python"):
        return (first._replace(text=command.program), *rest)
    script = _script(command)
    if script and "-m" not in (word.text for word in rest) and find_types(basename(script[0].text)):
        return (script[0]._replace(text=basename(script[0].text)), *script[1:])
    for position, word in enumerate(rest[:-1]):
        if word.text == "-m":
            return rest[position + 1 :]
        if not word.text.startswith("-"):
            break
    return command.words


def _script(command: Command) -> tuple[Word, ...]:
    """Return the words from the script's name on if a Python interpreter runs one."""
    if not command.program.startswith("python"):
        return command.words
    rest = list(command.words[1:])
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0).text
        if option == "-m":
            break
        if option == "-c":
            return ()
        if option in ("-W", "-X") and rest:
            rest.pop(0)
    return tuple(rest)


def _started(program: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the program that a launcher starts from its script's name on, without an interpreter."""
    if program and program[0].text.rpartition("/")[2].startswith("python"):
        return _script(Command(program))
    return program


def _read(words: Sequence[Word], launcher: ProgramType) -> tuple[dict[str, Option], tuple[Word, ...]]:
    """Return the leading options of a launcher and the rest; for a program, all of its options."""
    options: dict[str, Option] = {}
    rest = list(words)
    while rest and (rest[0].text.startswith("-") or not launcher.name):
        flag = rest.pop(0)
        if flag.text == "--":
            break
        if not flag.text.startswith("-"):
            continue
        written, has_value, value = flag.text.lstrip("-").partition("=")
        name = launcher.full_name(written.replace("-", "_"))
        taken = [flag._replace(text=value)] if has_value else _values(rest, name, launcher)
        options[name] = Option(name, flag, taken[-1] if taken else None)
    return options, tuple(rest)


def _values(rest: list[Word], name: str, launcher: ProgramType) -> list[Word]:
    count = launcher.arguments.get(name, 1)
    if not launcher.name and rest and rest[0].text.startswith("-"):
        count = 0
    taken, rest[:] = rest[:count], rest[count:]
    return taken


def _exports(words: Sequence[Word], launcher: ProgramType) -> Iterator[Assignment]:
    """Yield the variables that options such as `-x NAME=VALUE` and `-genv NAME VALUE` set."""
    for index, word in enumerate(words):
        count = launcher.exports.get(word.text.lstrip("-"), 0) if word.text.startswith("-") else 0
        values = words[index + 1 : index + 1 + count]
        if count == 1 and values:
            name, has_value, value = values[0].text.partition("=")
            if has_value:
                yield name, values[0]._replace(text=value)
        elif count == 2 and len(values) == 2:
            yield values[0].text, values[1]
