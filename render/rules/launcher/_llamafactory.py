"""Trainings with LLaMA-Factory, and the switches that it reads."""

from collections.abc import Iterator

from render.programs.program import Program
from render.programs.shell import Word
from render.programs.tokens import Command

_NAMES = ("llamafactory-cli", "lmf")
_MODULE = ["-m", "llamafactory.cli", "train"]

TRAINING = (*_NAMES, "llamafactory.cli")
"""Names of which a program has one where it trains."""


def trainings(program: Program) -> Iterator[Command]:
    """Yield the commands that train."""
    for command in program.commands:
        words = [word.text for word in command.words[1:]]
        if (command.program in _NAMES and words[:1] == ["train"]) or words[:3] == _MODULE:
            yield command


def switched_on(program: Program, name: str) -> Word | None:
    """Return the value of a variable that LLaMA-Factory takes for yes (`is_env_enabled` of its `extras/misc.py`)."""
    return next((word for _, word in program.values_of(name) if word.text.lower() in ("1", "true", "y")), None)
