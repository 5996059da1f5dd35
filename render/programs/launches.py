"""Command lines that start a training program: which launcher, its own options, and the program with its arguments."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from render.programs.launchers import LAUNCHERS, Launcher
from render.programs.shell import Word
from render.programs.tokens import Command


class Option(NamedTuple):
    """`--name value` or `--name=value`."""

    name: str
    """Without the leading dashes, and with underscores: how the launchers treat them."""
    flag: Word
    value: Word | None

    @property
    def literal(self) -> str | None:
        """The value, where it is known as it stands."""
        return self.value.text if self.value is not None and self.value.is_literal else None


Options = Mapping[str, Option]


class Launch(NamedTuple):
    """A launcher's command line, or that of a program which is started without one."""

    launcher: Launcher | None
    launcher_word: Word
    options: Options
    """The launcher's own."""
    program: tuple[Word, ...]
    """What it starts, with its arguments."""
    is_ended: bool = False
    """Whether a `--` ends the launcher's own options."""

    @property
    def name(self) -> str:
        """The launcher's name; empty without one."""
        return self.launcher.name if self.launcher else ""

    @property
    def program_options(self) -> Options:
        """The options of what it starts. A word behind an option is taken for its value."""
        return _read(self.program[1:], Launcher("", {}))[0]


def launch(command: Command) -> Launch:
    """Return what a command starts, and how."""
    words = _module(command)
    for length in (1, 2):
        launcher = LAUNCHERS.get(tuple(word.text for word in words[:length]))
        if launcher is not None and len(words) >= length:
            options, program = _read(words[length:], launcher)
            own = words[length : len(words) - len(program)]
            return Launch(launcher, words[0], options, _started(program), any(word.text == "--" for word in own))
    return Launch(None, command.words[0], {}, words if len(words) < len(command.words) else _script(command))


def is_python(command: Command) -> bool:
    """Say whether a command is a Python interpreter that runs a script or a module."""
    return command.program.startswith("python") and len(_script(command)) > 0


def _module(command: Command) -> tuple[Word, ...]:
    """Return the words from the program's name on; from the module's for `python -m MODULE`."""
    first, rest = command.words[0], command.words[1:]
    if not command.program.startswith("python"):
        return (first._replace(text=command.program), *rest)
    for position, word in enumerate(rest[:-1]):
        if word.text == "-m":
            return rest[position + 1 :]
        if not word.text.startswith("-"):
            break
    return command.words


def _script(command: Command) -> tuple[Word, ...]:
    """Return the words from the script's name on, where a Python interpreter runs one."""
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


def _read(words: Sequence[Word], launcher: Launcher) -> tuple[dict[str, Option], tuple[Word, ...]]:
    """Return the options at the start of a command line, and what follows; of a program, all of its options."""
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


def _values(rest: list[Word], name: str, launcher: Launcher) -> list[Word]:
    count = launcher.arguments.get(name, 1)
    if not launcher.name and rest and rest[0].text.startswith("-"):
        count = 0
    taken, rest[:] = rest[:count], rest[count:]
    return taken
