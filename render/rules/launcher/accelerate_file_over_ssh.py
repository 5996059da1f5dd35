"""RUN304 accelerate-file-over-ssh: Accelerate's file starts DeepSpeed's processes on other machines over ssh.

With `distributed_type: DEEPSPEED` and several machines, the default of `deepspeed_multinode_launcher` is `pdsh`, which
logs in to each host of a hostfile. The pods of a run have no sshd, and each of them would start all processes. The
launcher `standard` only starts the processes of its own node.

Source: https://huggingface.co/docs/accelerate/usage_guides/deepspeed

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/zero.yaml, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
    files:
      /config/zero.yaml: |
        distributed_type: DEEPSPEED
        deepspeed_config:
          zero_stage: 3
        num_machines: 2
        num_processes: 16
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/zero.yaml, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
    files:
      /config/zero.yaml: |
        distributed_type: DEEPSPEED
        deepspeed_config:
          deepspeed_multinode_launcher: standard
          zero_stage: 3
        num_machines: 2
        num_processes: 16
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, accelerate_launches
from render.rules.rule import Finding, rule

_LAUNCHER = "deepspeed_multinode_launcher"


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report DeepSpeed on several nodes with a launcher that logs in to them."""
    for found in accelerate_launches(program) if program.is_distributed else ():
        kind = found.find("distributed_type")
        is_used = found.is_option("use_deepspeed") or (kind is not None and kind.value == "DEEPSPEED")
        launcher = found.file.find("deepspeed_config", _LAUNCHER)
        if not is_used or found.is_option(_LAUNCHER) or (launcher is not None and launcher.value == "standard"):
            continue
        message = "DeepSpeed starts the processes of other nodes over ssh, but the pods run no sshd"
        place = launcher or found.file.find("deepspeed_config") or kind
        hint = f"add `{_LAUNCHER}: standard` to `deepspeed_config`"
        yield found.file.finding(message, hint) if place is None else place.finding(message, hint)
