"""RUN305 accelerate-file-key-unknown: Accelerate's file has a key that Accelerate doesn't know.

Accelerate stops with `The config file had unknown keys`. A newer release may know more keys than this rule: what
resembles none of the known ones is only a warning.

Source: https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/config/config_args.py

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/ddp.yaml, --num_processes=8, train.py]
    files:
      /config/ddp.yaml: |
        distributed_type: MULTI_GPU
        mixed_precison: bf16
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/ddp.yaml, --num_processes=8, train.py]
    files:
      /config/ddp.yaml: |
        distributed_type: MULTI_GPU
        mixed_precision: bf16
"""

from collections.abc import Iterator

from render.programs.catalog import words
from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, accelerate_launches
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_KEYS = words(
    """
    command command_file commands compute_environment debug deepspeed_config distributed_type downcast_bf16
    dynamo_backend dynamo_config enable_cpu_affinity fp16 fp8_config fsdp_config gpu_ids ipex_config machine_rank
    main_process_ip main_process_port main_training_function megatron_lm_config mixed_precision mpirun_config
    num_machines num_processes parallelism_config rdzv_backend same_network tp_config tpu_env tpu_name
    tpu_use_cluster tpu_use_sudo tpu_vm tpu_zone use_cpu use_mps_device use_xpu
    """
)
_OTHERS = {
    "master_addr": "main_process_ip",
    "master_port": "main_process_port",
    "nnodes": "num_machines",
    "node_rank": "machine_rank",
    "nproc_per_node": "num_processes",
    "num_gpus": "num_processes",
    "num_nodes": "num_machines",
}
"""Names of other launchers."""


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Compare the keys with the known ones."""
    for found in accelerate_launches(program):
        for key in found.file.keys_below():
            if key.name not in _KEYS:
                suggestion = _OTHERS.get(key.name) or nearest(key.name, _KEYS, 0.8)
                message = f"Accelerate doesn't know the key `{key.name}`"
                finding = key.finding(message, f"did you mean `{suggestion}`?" if suggestion else "remove it")
                yield finding if suggestion else finding.as_warning
