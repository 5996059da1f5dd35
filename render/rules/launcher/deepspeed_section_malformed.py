"""RUN319 deepspeed-section-malformed: a section of DeepSpeed's file is a single value.

`"bf16": true` is not a switch: the sections `bf16`, `fp16`, `optimizer` and so on are mappings with `enabled` or
`type`. DeepSpeed stops when it reads another value.

Source: https://www.deepspeed.ai/docs/config-json/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --deepspeed_config=/c/ds.json]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    files: {/c/ds.json: '{"train_batch_size": 64, "bf16": true}'}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --deepspeed_config=/c/ds.json]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    files: {/c/ds.json: '{"train_batch_size": 64, "bf16": {"enabled": true}}'}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files
from render.rules.rule import Finding, rule

_SECTIONS = {
    "activation_checkpointing": '{"partition_activations": true}',
    "bf16": '{"enabled": true}',
    "flops_profiler": '{"enabled": true}',
    "fp16": '{"enabled": true}',
    "optimizer": '{"type": "AdamW"}',
    "scheduler": '{"type": "WarmupLR"}',
}
"""Sections, each with an example."""


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report sections that are not mappings."""
    for config in deepspeed_files(program):
        for name, example in _SECTIONS.items():
            setting = config.find(name)
            if setting is not None and isinstance(setting.value, bool | int | str) and setting.value != "auto":
                yield setting.finding(f"`{name}` must be a mapping", f'write `"{name}": {example}`')
