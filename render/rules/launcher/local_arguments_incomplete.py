"""RUN188 local-arguments-incomplete: `local.args` leaves out what the launcher needs.

`render run` takes `local.args` instead of `args`, not in addition. If the options of `accelerate launch` or torchrun
are in `args`, and `local.args` has the program's only, the local run starts one process per node, each of which trains
alone: the rehearsal proves nothing.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun]
    args: [--nnodes=$(NNODES), --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py]
    local: {args: [train.py, --epochs=1]}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun]
    args: [--nnodes=$(NNODES), --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py]
    local: {args: [--nnodes=$(NNODES), --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py, --epochs=1]}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.command import find_commands
from render.programs.command_line import Launch, parse_launch
from render.programs.marks import LOCAL
from render.programs.run import Run
from render.rules.rule import Finding, rule

_PATH = ("local", "args")
_GROUP = frozenset({
    "H", "hostfile", "hosts", "machine_rank", "main_process_ip", "master_addr", "multi_gpu", "nnodes", "node_rank",
    "nproc_per_node", "num_machines", "num_processes", "rdzv_backend", "rdzv_endpoint", "np", "n", "use_deepspeed",
    "use_fsdp", "world_size", "num_nodes", "devices",
})  # fmt: skip
"""Options that decide which processes train together."""


@rule(severity=Severity.WARNING, keys=(LOCAL,))
def check(run: Run) -> Iterator[Finding]:
    """Compare the launcher and its options with those of the cluster's command line."""
    if run.at(*_PATH) is None:
        return
    nodes, processes = run.at("local", "numNodes") or run.nodes, run.at("local", "numProcPerNode") or run.processes
    launcher = _launcher(run.program.launches)
    if launcher is None or nodes * processes < 2:
        return
    words = [*(run.at("command") or []), *(run.at(*_PATH) or [])]
    local = _launcher(tuple(map(parse_launch, find_commands((_PATH, word) for word in words))))
    if local is None or local.name != launcher.name:
        message = f"`local.args` replaces `args`, so `render run` doesn't start `{launcher.name}`"
        yield Finding(_PATH, message, f"write `{launcher.name}` and its options into `local.args` as well")
    elif missing := [one.flag.text for name, one in launcher.options.items() if name in _GROUP - local.options.keys()]:
        names = ", ".join(f"`{text.partition('=')[0]}`" for text in missing)
        message = f"`local.args` replaces `args`, and has no {names}: each node of `render run` trains alone"
        yield Finding(_PATH, message, "repeat the launcher's options in `local.args`, or move them to `command`")


def _launcher(launches: tuple[Launch, ...]) -> Launch | None:
    return next((found for found in launches if found.launcher is not None), None)
