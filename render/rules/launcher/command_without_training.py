"""RUN240 command-without-training: the command does not train.

`accelerate config` asks questions on a terminal, `accelerate env` prints versions, `llamafactory-cli export` writes a
model, once on each node. The run completes, or stops at the first question, and nothing is trained.

Source: https://huggingface.co/docs/accelerate/package_reference/cli

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [accelerate, config]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: torchrun
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_COMMANDS = {
    "accelerate": ("config", "env", "estimate-memory", "merge-weights", "test", "to-fsdp2"),
    "llamafactory-cli": ("env", "export", "help", "version"),
    "tune": ("cat", "cp", "download", "ls", "validate"),
}
"""Sub-commands by program."""


@rule(severity=Severity.WARNING, keys=tuple(_COMMANDS))
def check(run: Run) -> Iterator[Finding]:
    """Read the last command of a run of several nodes."""
    for command in run.program.commands[-1:] if run.nodes > 1 else ():
        words = command.words
        if len(words) > 1 and words[1].text in _COMMANDS.get(command.program, ()):
            shown = f"{command.program} {words[1].text}"
            message = f"`{shown}` does not train, and runs on each of the {run.nodes} nodes"
            yield Finding(words[1].path, message, "start the training, or use one node", excerpt=words[1].text)
