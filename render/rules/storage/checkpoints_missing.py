"""STO105 checkpoints-missing: an elastic run has no folder to resume from.

When a node joins or leaves, torchrun restarts all processes, and the program resumes from its last checkpoint. Without
a folder that outlives the pods it starts at the first step, unless it writes to object storage.

Source: https://docs.pytorch.org/docs/stable/elastic/train_script.html

Example:
    image: registry.example/train:1
    elastic: {minNodes: 2, maxNodes: 4}
    command: [torchrun, train.py]
Use instead:
    image: registry.example/train:1
    elastic: {minNodes: 2, maxNodes: 4}
    command: [torchrun, train.py]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import persistent_folders


@rule(severity=Severity.INFO, keys=("maxNodes",))
def check(run: Run) -> Iterator[Finding]:
    """Report an elastic run without a persistent volume."""
    if run.is_elastic and not any(persistent_folders(run)):
        message = "no volume outlives the nodes: the run restarts at the first step whenever a node joins or leaves"
        yield Finding(("elastic",), message, "set `storage.checkpoints`, or write to object storage")
