"""RUN168 launcher-not-started: the command is not the launcher that the spec names.

`launcher: llamafactory` and `launcher: accelerate` set values for their own programs. A Python program or another
launcher reads other variables, or none: each node trains alone.

Source: https://huggingface.co/docs/accelerate/basic_tutorials/launch

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: accelerate
    command: [python, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: torchrun
    command: [torchrun, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.command_line import is_python
from render.programs.run import Run
from render.rules.launcher._llamafactory import trainings
from render.rules.rule import Finding, rule

_COMMANDS = {"accelerate": "accelerate launch", "llamafactory": "llamafactory-cli train"}


@rule(keys=tuple(_COMMANDS))
def check(run: Run) -> Iterator[Finding]:
    """Report a last command that is known to be a different program."""
    program, name = run.program, run.at("launcher")
    if name not in _COMMANDS or not program.commands:
        return
    is_started = any(program.launched_by("accelerate")) if name == "accelerate" else any(trainings(program))
    last, launch = program.commands[-1], program.launches[-1]
    if not is_started and (launch.launcher is not None or is_python(last)):
        message = f"`{launch.launcher_word.text}` doesn't read what `launcher: {name}` sets for `{_COMMANDS[name]}`"
        hint = f"use `{_COMMANDS[name]}` instead, or another `launcher`"
        yield Finding(launch.launcher_word.path, message, hint)
