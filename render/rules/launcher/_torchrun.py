"""torchrun's settings: an option overrides the variable of the same name."""

from render.programs.command_line import Launch
from render.programs.program import Program
from render.programs.shell import Word


def variable(option: str) -> str:
    """Return the name of the variable that holds an option's default."""
    return f"PET_{option.upper()}"


def setting(program: Program, found: Launch, option: str) -> Word | None:
    """Return the value of a setting, from the option or its variable; None if neither is set."""
    if option in found.options:
        return found.options[option].value
    return next((word for name, word in program.variables if name == variable(option)), None)


def is_set(program: Program, found: Launch, option: str) -> bool:
    """Return whether the option or its variable is set."""
    return option in found.options or program.has_variable(variable(option))
