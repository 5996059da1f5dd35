"""RUN306 accelerate-deepspeed-twice: Accelerate's file says again what its `deepspeed_config_file` says.

With `deepspeed_config_file`, everything that the file of DeepSpeed can say belongs there. Accelerate stops with `the
following accelerate config variables will be ignored`.

Source: https://huggingface.co/docs/accelerate/usage_guides/deepspeed#deepspeed-config-file

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/zero.yaml, --num_processes=8, train.py]
    files:
      /config/zero.yaml: |
        distributed_type: DEEPSPEED
        deepspeed_config:
          deepspeed_config_file: /config/ds.json
          zero_stage: 3
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/zero.yaml, --num_processes=8, train.py]
    files:
      /config/zero.yaml: |
        distributed_type: DEEPSPEED
        deepspeed_config:
          deepspeed_config_file: /config/ds.json
          zero3_init_flag: true
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, accelerate_launches
from render.rules.rule import Finding, rule

_ELSEWHERE = (
    *("gradient_accumulation_steps", "gradient_clipping", "zero_stage", "offload_optimizer_device"),
    *("offload_param_device", "offload_param_nvme_path", "offload_optimizer_nvme_path", "zero3_save_16bit_model"),
)


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report settings next to the name of DeepSpeed's file."""
    for found in accelerate_launches(program):
        if found.file.find("deepspeed_config", "deepspeed_config_file") is None:
            continue
        places = (*(("deepspeed_config", name) for name in _ELSEWHERE), ("mixed_precision",))
        settings = (found.file.find(*keys) for keys in places if not found.is_option(*keys))
        if (setting := next((one for one in settings if one is not None and one.value is not None), None)) is not None:
            name = setting.name.rpartition(".")[2]
            message = f"`{name}` can't be set together with `deepspeed_config_file`: Accelerate stops"
            yield setting.finding(message, "remove it, and set it in the file of DeepSpeed")
