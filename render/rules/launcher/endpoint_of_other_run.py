"""RUN207 endpoint-of-other-run: the first node is a pod of another run.

The name of a run is part of the names of its pods: `NAME-node-0-0.NAME`. A copied command keeps those of the old run,
or of an operator's pods (`NAME-master-0`, `NAME-worker-0`): the nodes wait for a host that doesn't exist, or join
another training.

Source: https://jobset.sigs.k8s.io/docs/concepts/

Example:
    name: sft
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, --rdzv_endpoint=old-worker-0:29500, train.py]
Use instead:
    name: sft
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, "--rdzv_endpoint=$(MASTER_ADDR):29500", train.py]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.endpoints import PLACES, rendezvous_endpoints
from render.programs.run import Run
from render.rules.rule import Finding, rule

_POD = re.compile(
    r"(?P<pod>[a-z0-9][a-z0-9-]*-(?:\d+-\d+|(?:chief|head|launcher|master|node|worker)-\d+))(?:\.[a-z0-9.-]+)?"
)


@rule(severity=Severity.WARNING, keys=PLACES)
def check(run: Run) -> Iterator[Finding]:
    """Report a host that is named like a pod, and not like one of this run."""
    for word, source, host in rendezvous_endpoints(run.program) if run.nodes > 1 else ():
        match = _POD.fullmatch(host)
        if match is not None and not match["pod"].startswith(f"{run.name}-"):
            message = f"`{source}` is `{host}`, not a pod of the run `{run.name}`"
            yield Finding(word.path, message, "remove it, or use `$(MASTER_ADDR)`", excerpt=host)
