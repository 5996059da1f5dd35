"""Formats of configuration files: each module describes one in `TYPE`, found by its folder."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import Use

SUFFIXES = (".json", ".yaml", ".yml")


def options(launch: Launch, *names: str, of_launcher: bool = False) -> Iterator[Use]:
    """Yield the values of options of the program, or of its launcher, that look like a file."""
    known = launch.options if of_launcher else launch.program_options
    for name in names:
        option = known.get(name)
        if option is not None and option.value is not None and option.value.text.endswith(SUFFIXES):
            yield Use(option.value, f"--{name}")


def first_argument(launch: Launch, position: int) -> Iterator[Use]:
    """Yield the word at a position of the program's command line if it looks like a file."""
    word = launch.program[position] if len(launch.program) > position else None
    if word is not None and word.text.endswith(SUFFIXES) and not word.text.startswith("-"):
        yield Use(word, "")
