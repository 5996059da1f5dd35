"""RUN164 accelerate-over-ssh: `accelerate launch` starts DeepSpeed's processes on other machines over ssh.

With `--use_deepspeed` and several machines, its default launcher is `pdsh`, which logs in to each host of a hostfile.
The pods of a run have no sshd, and each of them would start all processes. The launcher `standard` only starts the
processes of its own node.

Source: https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/launch.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --use_deepspeed, --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES),
      --machine_rank=$(NODE_RANK), --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --use_deepspeed, --deepspeed_multinode_launcher=standard,
      --num_machines=$(NNODES), --num_processes=$(NUM_PROCESSES), --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_LAUNCHER = "deepspeed_multinode_launcher"


@rule(keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Report DeepSpeed with a launcher that needs ssh. A config file may name another one."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        deepspeed, launcher = found.options.get("use_deepspeed"), found.options.get(_LAUNCHER)
        if deepspeed is None or "config_file" in found.options or (launcher and launcher.literal in ("standard", None)):
            continue
        path = (launcher or deepspeed).flag.path
        message = "DeepSpeed starts the processes of other nodes over ssh, but the pods run no sshd"
        yield Finding(path, message, f"add `--{_LAUNCHER}=standard`")
