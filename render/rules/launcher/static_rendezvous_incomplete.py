"""RUN205 static-rendezvous-incomplete: torchrun knows the number of nodes, but not its own rank or the first node.

Without `--node_rank` every node has rank 0, and without `--master_addr` every node looks for the first node at
`127.0.0.1`: each of them hosts a store and waits for the others until the timeout. `launcher: torchrun` sets both;
`launcher: plain` has them in `NODE_RANK` and `MASTER_ADDR`, which torchrun doesn't read by itself.

Source: https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=$(NNODES), --nproc_per_node=8, --master_addr=$(MASTER_ADDR), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=$(NNODES), --nproc_per_node=8, --node_rank=$(NODE_RANK),
      --master_addr=$(MASTER_ADDR), --master_port=$(MASTER_PORT), train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._torchrun import is_set, setting
from render.rules.rule import Finding, rule

_NEEDED = {
    "node_rank": ("every node has rank 0", "--node_rank=$(NODE_RANK)"),
    "master_addr": ("every node looks for the first one at 127.0.0.1", "--master_addr=$(MASTER_ADDR)"),
}


@rule(keys=("nnodes", "PET_NNODES"))
def check(program: Program) -> Iterator[Finding]:
    """Report the static rendezvous of several nodes without a rank or an address. Operators may set both."""
    is_spec = program.launcher and program.is_distributed and not program.chooses_by_rank
    for found in program.launched_by("torchrun") if is_spec else ():
        nodes, backend = setting(program, found, "nnodes"), setting(program, found, "rdzv_backend")
        is_dynamic = backend is not None and backend.text != "static"
        if (
            nodes is None
            or nodes.text == "1"
            or is_dynamic
            or is_set(program, found, "rdzv_backend") != (backend is not None)
        ):
            continue
        if "standalone" in found.options or is_set(program, found, "rdzv_endpoint"):
            continue
        missing = [needed for name, needed in _NEEDED.items() if not is_set(program, found, name)]
        if missing:
            effects, options = zip(*missing, strict=True)
            message = f"`torchrun` doesn't know its place: {' and '.join(effects)}"
            yield Finding(nodes.path, message, f"add `{' '.join(options)}`")
