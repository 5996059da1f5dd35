"""RUN132 accelerate-size-missing: `accelerate launch` doesn't know the number of machines.

`accelerate launch` reads its own options or a config file, not torchrun's variables: without `--num_machines`, each
node trains alone.

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

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Report an `accelerate launch` without a number of machines and without a config file."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        if not {"num_machines", "config_file"} & found.options.keys():
            message = f"`accelerate launch` has no `--num_machines`, so each of the {program.nodes} nodes trains alone"
            yield Finding(
                found.launcher_word.path,
                message,
                (
                    "add `--num_machines`, `--machine_rank` and `--main_process_ip`; with `launcher: accelerate` the "
                    "run sets their values"
                ),
            )
