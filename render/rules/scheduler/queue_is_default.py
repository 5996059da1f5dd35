"""SCD101 queue-is-default: Volcano may put the run into a different queue than the manifest says.

`default` means that no queue was chosen: if the namespace has its own queue, Volcano's webhook writes that one into the
PodGroup. The manifest in the repository and the object in the cluster then differ permanently.

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
    """Report the queue `default`."""
    if run.at("scheduler") == "volcano" and run.at("volcano", "queue") == "default":
        message = "Volcano replaces the queue `default` if the namespace has its own queue"
        yield Finding(("volcano", "queue"), message, "name the queue of your team")
