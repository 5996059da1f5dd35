"""RUN133 accelerate-size-differs: `accelerate launch` has a different number of nodes or processes than the run.

`--num_machines` is the number of nodes, and `--num_processes` the number of processes on all nodes together, not on one
node. Otherwise the run waits for processes that never start.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --num_machines=2, --num_processes=8, --machine_rank=$(NODE_RANK), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --num_machines=2, --num_processes=16, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Compare both numbers with the run."""
    if program.nodes is None or not program.is_only_template:
        return
    world = program.nodes * program.processes if program.gpus and program.processes else None
    for found in program.launched_by("accelerate"):
        for name, right in (("num_machines", program.nodes), ("num_processes", world)):
            option = found.options.get(name)
            value = program.resolve(option.value) if option is not None else None
            if option is not None and right is not None and value and value.isdecimal() and int(value) != right:
                yield Finding(
                    option.flag.path, f"`--{name}` is {value}, but the run has {right} in total", f"set it to `{right}`"
                )
