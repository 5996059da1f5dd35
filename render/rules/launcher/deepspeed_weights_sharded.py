"""RUN318 deepspeed-weights-sharded: with ZeRO stage 3, the saved model is in pieces.

Each process has a part of the weights. Without `stage3_gather_16bit_weights_on_model_save`, Hugging Face's Trainer and
Accelerate save these parts only, and `zero_to_fp32.py` joins them later.

Source: https://huggingface.co/docs/transformers/deepspeed#save-model-weights

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "train_micro_batch_size_per_gpu": "auto",
          "zero_optimization": {"stage": 3, "stage3_gather_16bit_weights_on_model_save": true}
        }
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files, is_filled
from render.rules.rule import Finding, rule

_NAMES = tuple(
    f"{prefix}gather_{kind}_weights_on_model_save" for prefix in ("stage3_", "") for kind in ("16bit", "fp16")
)


@rule(severity=Severity.INFO, keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report stage 3 without the gathering of weights."""
    for config in deepspeed_files(program):
        stage = config.find("zero_optimization", "stage")
        gathers = (config.find("zero_optimization", name) for name in _NAMES)
        if (
            is_filled(config)
            and stage is not None
            and stage.number == 3
            and not any(one and one.is_true for one in gathers)
        ):
            message = "the model is saved in parts, one for each process"
            yield stage.finding(message, f"add `{_NAMES[0]}` to get one model")
