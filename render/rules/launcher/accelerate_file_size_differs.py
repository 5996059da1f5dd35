"""RUN301 accelerate-file-size-differs: Accelerate's file has a different number of nodes or processes than the run.

`num_machines` is the number of nodes, 1 if it is missing. `num_processes` is the number of processes on all nodes
together, not on one node: each node starts `num_processes / num_machines` of them. With other numbers the nodes train
alone, wait for processes that never start, or leave GPUs idle. Options of `accelerate launch` override the file.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/fsdp.yaml, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
    files:
      /config/fsdp.yaml: |
        distributed_type: FSDP
        num_machines: 2
        num_processes: 8
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/fsdp.yaml, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
    files:
      /config/fsdp.yaml: |
        distributed_type: FSDP
        num_machines: 2
        num_processes: 16
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, AccelerateLaunch, accelerate_launches
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Compare both numbers with the run."""
    if program.nodes is None or not program.is_only_template or program.is_elastic:
        return
    for found in accelerate_launches(program):
        yield from _machines(found, program.nodes)
        if program.processes:
            yield from _processes(found, program.nodes, program.processes)


def _machines(found: AccelerateLaunch, nodes: int) -> Iterator[Finding]:
    machines = found.find("num_machines")
    if machines is None:
        if nodes > 1 and not found.is_option("num_machines"):
            message = f"has no `num_machines`, so each of the {nodes} nodes trains alone"
            yield found.file.finding(f"`{found.file.path}` {message}", f"add `num_machines: {nodes}`")
    elif machines.number is not None and machines.number != nodes:
        message = f"`num_machines` is {machines.number}, but the run has {plural(nodes, 'node')}"
        yield machines.finding(message, f"set it to `{nodes}`, or use the option `--num_machines=$(NNODES)`")


def _processes(found: AccelerateLaunch, nodes: int, each: int) -> Iterator[Finding]:
    processes, total = found.find("num_processes"), nodes * each
    hint = "or use the option `--num_processes=$(NUM_PROCESSES)`"
    if processes is None:
        if not found.is_option("num_processes"):
            message = f"`{found.file.path}` has no `num_processes`, which Accelerate requires in a file"
            yield found.file.finding(message, f"add `num_processes: {total}`, {hint}")
    elif processes.number is not None and processes.number != total:
        is_each = nodes > 1 and processes.number == each
        reason = "; it is the number of all nodes together" if is_each else ""
        message = f"`num_processes` is {processes.number}, but the run has {plural(total, 'process')}{reason}"
        yield processes.finding(message, f"set it to `{total}`, {hint}")
