"""Commands that train with LLaMA-Factory, and the switches that it reads."""

from collections.abc import Iterator

from render.programs.command import Command
from render.programs.program import Program
from render.programs.shell import Word

_NAMES = ("llamafactory-cli", "lmf")
_MODULE = ["-m", "llamafactory.cli", "train"]

TRAINING = (*_NAMES, "llamafactory.cli")
"""Names to look for: a program that trains with LLaMA-Factory contains at least one."""


def trainings(program: Program) -> Iterator[Command]:
    """Yield the commands that train with LLaMA-Factory."""
    for command in program.commands:
        words = [word.text for word in command.words[1:]]
        if (command.program in _NAMES and words[:1] == ["train"]) or words[:3] == _MODULE:
            yield command


def switched_on(program: Program, name: str) -> Word | None:
    """Return a variable's value if LLaMA-Factory treats it as true (`is_env_enabled` in `extras/misc.py`)."""
    return next((word for _, word in program.values_of(name) if word.text.lower() in ("1", "true", "y")), None)
