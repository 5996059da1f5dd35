"""STO105 checkpoints-missing: an elastic run has nowhere to resume from.

Whenever a node comes or goes, torchrun starts all processes again, and the program goes on from its last checkpoint.
Without a folder that outlives the pods it begins at the first step, unless it writes to object storage.

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
from render.rules.storage._kept import kept


@rule(severity=Severity.INFO)
def check(run: Run) -> Iterator[Finding]:
    """Look for an elastic run without a volume that lasts."""
    if run.is_elastic and not any(kept(run)):
        message = "nodes may come and go, and no volume outlives them: each change begins at the first step"
        yield Finding(("elastic",), message, "`storage.checkpoints`, or object storage")
