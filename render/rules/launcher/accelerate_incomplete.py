"""RUN161 accelerate-incomplete: `accelerate launch` with several machines lacks an option that it requires.

Accelerate reads no variables. Without `--machine_rank` it doesn't know which machine this is, without
`--main_process_ip` it looks for the first one at `None`, and without `--num_processes` it divides the GPUs of this node
among all machines.

Source: https://github.com/huggingface/accelerate/blob/main/src/accelerate/utils/launch.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --num_machines=$(NNODES), --machine_rank=$(NODE_RANK), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES),
      --machine_rank=$(NODE_RANK), --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_NEEDED = {
    "num_processes": "$(NUM_PROCESSES)",
    "machine_rank": "$(NODE_RANK)",
    "main_process_ip": "$(MASTER_ADDR)",
}
_ELSEWHERE = {"config_file", "deepspeed_hostfile", "mpirun_hostfile"}


@rule(keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Report options that are missing although `--num_machines` is set."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        machines = found.options.get("num_machines")
        missing = [name for name in _NEEDED if name not in found.options]
        if machines is None or not missing or _ELSEWHERE & found.options.keys():
            continue
        names = " and ".join(f"`--{name}`" for name in missing)
        hint = " ".join(f"--{name}={_NEEDED[name]}" for name in missing)
        message = f"`accelerate launch` has `--num_machines` but not {names}"
        yield Finding(machines.flag.path, message, f"add `{hint}`")
