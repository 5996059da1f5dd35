"""SCD101 queue-is-default: Volcano may put the run into another queue than the manifest says.

`default` means that nobody has chosen: where the namespace has a queue of its own, Volcano's webhook writes that one
into the PodGroup. The manifest in the repository and the object in the cluster then differ for ever.

Source: https://github.com/volcano-sh/volcano/blob/master/pkg/webhooks/admission/podgroups/mutate/mutate_podgroup.go

Example:
    image: registry.example/train:1
    numNodes: 2
    scheduler: volcano
    volcano: {queue: default}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    scheduler: volcano
    volcano: {queue: research}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.INFO)
def check(run: Run) -> Iterator[Finding]:
    """Look for the queue that nobody has chosen."""
    if run.at("scheduler") == "volcano" and run.at("volcano", "queue") == "default":
        message = "the queue `default` is replaced by Volcano where the namespace has one of its own"
        yield Finding(("volcano", "queue"), message, "the queue of your team")
