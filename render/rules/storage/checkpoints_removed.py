"""STO126 checkpoints-removed: the program starts with the removal of its checkpoints.

Every restart, after a failure or a preemption, runs the whole command again: the run loses what it has saved, and each
of its nodes removes what the others write.

Source: https://jobset.sigs.k8s.io/docs/concepts/

Example:
    image: registry.example/train:1
    command: [bash, -c, "rm -rf /checkpoints/* && exec torchrun train.py"]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator
from posixpath import normpath

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import checkpoints_path, has_checkpoints, is_below

_RECURSIVE = re.compile(r"-[a-z]*[rR][a-zA-Z]*|--recursive")
_PATTERN = re.compile(r"/[^/]*\*.*$")


@rule(severity=Severity.WARNING, keys=("rm",))
def check(run: Run) -> Iterator[Finding]:
    """Report `rm -r` of the folder with the checkpoints, or of all that is in it."""
    if not has_checkpoints(run):
        return
    root = checkpoints_path(run)
    variable = str(run.at("storage", "checkpoints", "env") or "CHECKPOINT_DIR")
    for command in run.program.commands:
        if command.program != "rm" or not any(_RECURSIVE.fullmatch(word.text) for word in command.words[1:]):
            continue
        for word in command.words[1:]:
            text = re.sub(rf"\$\{{?{variable}\}}?|\$\({variable}\)", root, word.text)
            folder = normpath(_PATTERN.sub("", text) or "/")
            if text.startswith("/") and is_below(folder, root):
                message = f"every restart removes the checkpoints in `{folder}`"
                hint = "remove them by hand, or give each run a folder of its own"
                yield Finding(word.path, message, hint, excerpt=word.text)
