"""RUN321 config-unreadable: a program can't read its configuration file.

The text is not JSON or YAML, it has a key twice, or it is not a mapping: the program stops before it trains.
JSON has no comments and no comma after the last value. DeepSpeed itself accepts both (Hjson); Hugging Face's Trainer
and Accelerate, which read its file first, don't.

Source: https://huggingface.co/docs/transformers/deepspeed#configure

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "zero_optimization": {"stage": 2},
        }
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "zero_optimization": {"stage": 2}
        }
"""

from collections.abc import Iterator

from render.programs.marks import CONFIG
from render.programs.program import Program
from render.rules.launcher._deepspeed import is_filled
from render.rules.rule import Finding, rule


@rule(keys=(CONFIG,))
def check(program: Program) -> Iterator[Finding]:
    """Report each file that can't be read, at the line where reading stops."""
    seen: set[str] = set()
    for config in program.configs:
        if config.error is None or config.path in seen:
            continue
        seen.add(config.path)
        reason, row = config.error
        kind = "JSON" if config.is_json else "YAML"
        accepts_more = config.type.reads_hjson and not is_filled(config)
        end = "; DeepSpeed reads it as Hjson, other programs don't" if accepts_more else ""
        found = config.finding(f"`{config.path}` of {config.type.name} is not valid {kind}: {reason}{end}", row=row)
        if accepts_more:
            yield found.as_note
        else:
            yield found.as_warning if config.module == "transformers" else found
