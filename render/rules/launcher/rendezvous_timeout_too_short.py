"""RUN125 rendezvous-timeout-too-short: a node gives up before a slow image pull is over.

With c10d, a node tries to reach the first one for 60 seconds (`read_timeout`), and all nodes wait 600 seconds for the
last (`join_timeout`). An image of 20 GB takes longer than a minute to pull, and the pods that already have it fail.

Source: https://github.com/flyteorg/flytekit/issues/3419

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, "--rdzv_endpoint=$(MASTER_ADDR):$(MASTER_PORT)", train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, "--rdzv_endpoint=$(MASTER_ADDR):$(MASTER_PORT)",
      "--rdzv_conf=read_timeout=1800,join_timeout=1800", train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._torchrun import is_set, setting
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("PET_RDZV_BACKEND", "rdzv_backend"))
def check(program: Program) -> Iterator[Finding]:
    """Report c10d without a timeout."""
    for found in program.launched_by("torchrun") if program.is_distributed else ():
        backend, configured = (setting(program, found, name) for name in ("rdzv_backend", "rdzv_conf"))
        if backend is None or backend.text != "c10d" or (configured is None and is_set(program, found, "rdzv_conf")):
            continue
        if configured is None or (configured.is_literal and "read_timeout" not in configured.text):
            message = (
                "a node gives up if it can't reach the first one within 60 seconds, but an image pull may take longer"
            )
            yield Finding(
                (configured or backend).path, message, "add `--rdzv_conf=read_timeout=1800,join_timeout=1800`"
            )
