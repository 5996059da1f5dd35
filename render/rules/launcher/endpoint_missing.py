"""RUN112 endpoint-missing: torchrun's c10d rendezvous has no endpoint.

torchrun then hosts a rendezvous at `localhost:29400` on every node. With a minimum of one node, each node trains alone
and reports success; with more, all of them wait until the timeout. `--master_addr` doesn't help: c10d ignores it.

Source: https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, --master_addr=$(MASTER_ADDR), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --rdzv_backend=c10d, "--rdzv_endpoint=$(MASTER_ADDR):$(MASTER_PORT)",
      "--rdzv_conf=read_timeout=1800,join_timeout=1800", train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._torchrun import is_set, setting
from render.rules.rule import Finding, rule


@rule(keys=("PET_RDZV_BACKEND", "rdzv_backend"))
def check(program: Program) -> Iterator[Finding]:
    """Report c10d without an endpoint."""
    for found in program.launched_by("torchrun") if program.is_distributed else ():
        backend = setting(program, found, "rdzv_backend")
        if backend is not None and backend.text == "c10d" and not is_set(program, found, "rdzv_endpoint"):
            message = f"c10d has no endpoint, so each of the {program.nodes} nodes hosts its own rendezvous"
            yield Finding(backend.path, message, "add `--rdzv_endpoint` with the name of the first node")
