"""RUN174 subcommand-missing: a program takes an argument for its sub-command.

`llamafactory-cli sft.yaml` prints `Unknown command` and its usage instead of training, `accelerate train.py` and `tune
full_finetune_distributed` stop with `invalid choice`, and `conda torchrun` has no such command. The sub-command that
starts a training comes first: `llamafactory-cli train`, `accelerate launch`, `tune run`, `conda run`.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/cli.py

Example:
    image: registry.example/train:1
    launcher: llamafactory
    command: [llamafactory-cli, sft.yaml]
Use instead:
    image: registry.example/train:1
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yaml]
"""

from collections.abc import Iterator

from render.programs.catalog import find_types
from render.programs.command import Command
from render.programs.command_line import Launch
from render.programs.marks import SUBCOMMAND
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule


@rule(keys=(SUBCOMMAND,))
def check(program: Program) -> Iterator[Finding]:
    """Report a first argument that is not a sub-command. Package managers have plug-ins: only launchers are certain."""
    for command, found in zip(program.commands, program.launches, strict=True):
        if not found.is_misspelt or len(command.words) < 2 or not _is_certain(command, found):
            continue
        first = _first_argument(command)
        if first is None:
            continue
        needed = next(iter(found.tool.commands)).split()[1:]
        name = found.launcher_word.text
        message = f"`{name}` has no sub-command `{first.text}`"
        yield Finding(first.path, message, f"write `{' '.join((name, *needed))}` before it", excerpt=first.text)


def _first_argument(command: Command) -> Word | None:
    """Return the word after the program's name, or after the module's of `python -m`."""
    texts = [word.text for word in command.words]
    position = texts.index("-m") + 2 if command.program.startswith("python") and "-m" in texts else 1
    return command.words[position] if position < len(texts) else None


def _is_certain(command: Command, found: Launch) -> bool:
    first = command.words[1].text
    if first.startswith("-") and command.program != "python":
        return False
    is_program = bool(find_types(first)) or first.startswith("python") or first.endswith(".py")
    return is_program or found.tool.starts != "command"
