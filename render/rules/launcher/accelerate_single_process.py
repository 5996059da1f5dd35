"""RUN163 accelerate-single-process: `accelerate launch` starts one process per node without a rank.

Accelerate starts torchrun if it detects more than one GPU on the node, or if an option says how to distribute. On a
node with at most one GPU it only runs the script, without `RANK` and `WORLD_SIZE`: each node trains alone.

Source: https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/launch.py

Example:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 1}}
    launcher: accelerate
    command: [accelerate, launch, --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES),
      --machine_rank=$(NODE_RANK), --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 1}}
    launcher: accelerate
    command: [accelerate, launch, --multi_gpu, --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES),
      --machine_rank=$(NODE_RANK), --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_WAYS = {"config_file", "mpirun_hostfile", "multi_gpu", "tpu", "use_deepspeed", "use_fsdp", "use_megatron_lm"}


@rule(severity=Severity.WARNING, keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Report several machines with at most one GPU each, and no option that says how to distribute."""
    if not program.is_distributed or program.gpus is None or program.gpus > 1:
        return
    for found in program.launched_by("accelerate"):
        if "num_machines" in found.options and not _WAYS & found.options.keys():
            message = (
                f"with {plural(program.gpus, 'GPU')} per node, `accelerate launch` starts one process without a rank"
            )
            yield Finding(found.launcher_word.path, message, "add `--multi_gpu` or `--use_fsdp`")
