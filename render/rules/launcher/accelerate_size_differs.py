"""RUN133 accelerate-size-differs: accelerate is told of another number of nodes or processes than there are.

`--num_machines` is the number of nodes, and `--num_processes` that of all their processes together, not of one node.
The processes of the run wait for some that never start.

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
    """Compare the two numbers with the run's."""
    if program.nodes is None or not program.is_whole:
        return
    world = program.nodes * program.processes if program.gpus and program.processes else None
    for found in program.launched_by("accelerate"):
        for name, right in (("num_machines", program.nodes), ("num_processes", world)):
            option = found.options.get(name)
            said = option.literal if option is not None else None
            if option is not None and right is not None and said and said.isdecimal() and int(said) != right:
                yield Finding(option.flag.path, f"`--{name}` is {said}, and the run has {right} in all", f"`{right}`")
