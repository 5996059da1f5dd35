"""RUN230 program-never-ends: a run starts a server, or a program that waits, and so never completes.

A training run ends when its program ends. A notebook or an inference server keeps the GPUs of all nodes until the run
is deleted; a server belongs in a Deployment. A program that waits, for a shell in its container, gets a note.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/

Example:
    image: registry.example/train:1
    command: [vllm, serve, a/b]
    launcher: plain
    numNodes: 1
Use instead:
    image: registry.example/train:1
    command: [python, train.py]
    launcher: plain
    numNodes: 1
"""

from collections.abc import Iterator, Sequence

from render.problem import Severity
from render.programs.run import Run
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_SERVERS = {
    "jupyter": ("lab", "notebook", "server"),
    "jupyter-lab": (),
    "jupyter-notebook": (),
    "llamafactory-cli": ("api", "chat", "webchat", "webui"),
    "ollama": ("serve",),
    "vllm": ("serve",),
}
"""Programs by their sub-commands that serve; without any, all of them do."""
_WAITS = ("sleep", "tail")


@rule(severity=Severity.WARNING, keys=(*_SERVERS, *_WAITS))
def check(run: Run) -> Iterator[Finding]:
    """Read the last command, which the container waits for."""
    for command in run.program.commands[-1:]:
        words = command.words
        if command.program in _SERVERS and _serves(_SERVERS[command.program], words):
            shown = " ".join([command.program, *(word.text for word in words[1:2])])
            hint = "use a Deployment for a server, or start the training"
            yield Finding(words[0].path, f"`{shown}` serves until it is deleted", hint, excerpt=words[0].text)
        elif command.program in _WAITS and _waits(words):
            message = f"`{command.program}` waits forever: the run never completes, and keeps its GPUs"
            hint = "delete the run when you are done, or set `activeDeadlineSeconds`"
            yield Finding(words[0].path, message, hint, excerpt=words[0].text).as_note


def _serves(subcommands: Sequence[str], words: Sequence[Word]) -> bool:
    return not subcommands or (len(words) > 1 and words[1].text in subcommands)


def _waits(words: Sequence[Word]) -> bool:
    arguments = {word.text for word in words[1:]}
    return bool(arguments & {"infinity", "inf"} or (arguments & {"-f", "-F"} and "/dev/null" in arguments))
