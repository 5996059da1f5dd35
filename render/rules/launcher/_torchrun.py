"""torchrun's settings: an option wins over the variable of its name."""

from render.programs.launches import Launch
from render.programs.program import Program
from render.programs.shell import Word


def variable(option: str) -> str:
    """Return the variable that an option's default comes from."""
    return f"PET_{option.upper()}"


def setting(program: Program, found: Launch, option: str) -> Word | None:
    """Return the value that is written for a setting."""
    if option in found.options:
        return found.options[option].value
    return next((word for name, word in program.variables if name == variable(option)), None)


def is_set(program: Program, found: Launch, option: str) -> bool:
    """Say whether a setting may have another value than torchrun's own default."""
    return option in found.options or program.has_variable(variable(option))
