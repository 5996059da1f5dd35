"""RUN132 accelerate-alone: accelerate is not told how many machines there are.

`accelerate launch` reads its own options or a config file, not what the run tells torchrun: without `--num_machines`
each node trains alone.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [accelerate, launch, --multi_gpu, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: accelerate
    command: [accelerate, launch, --multi_gpu, --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES),
      --machine_rank=$(NODE_RANK), --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Look for accelerate without a size and without a config."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        if not {"num_machines", "config_file"} & found.options.keys():
            message = f"`accelerate launch` is not told of the {program.nodes} nodes, so each of them trains alone"
            yield Finding(found.launcher_word.path, message, "`launcher: accelerate` and the options on its page")
