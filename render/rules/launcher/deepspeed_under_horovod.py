"""RUN317 deepspeed-under-horovod: processes of Horovod read a file of DeepSpeed.

DeepSpeed and its ZeRO stages divide a model over the process group of torch, which Horovod doesn't make: each process
finds a group of its own, or none. Horovod averages the gradients of whole models.

Source: https://www.deepspeed.ai/getting-started/#launching-deepspeed-training

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: horovod
    ssh: {secretName: key}
    command: [horovodrun, python, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "zero_optimization": {"stage": 2}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: deepspeed
    ssh: {secretName: key}
    command: [deepspeed, train.py, --deepspeed_config=/config/ds.json]
    files:
      /config/ds.json: |
        {"train_batch_size": 64, "zero_optimization": {"stage": 2}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._deepspeed import MARK, deepspeed_files
from render.rules.rule import Finding, rule


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report DeepSpeed's file in a run of Horovod."""
    for config in deepspeed_files(program):
        if program.launcher == "horovod" or config.launch.name == "horovodrun":
            stage = config.find("zero_optimization", "stage")
            message = "DeepSpeed needs the process group of torch, which Horovod doesn't make"
            hint = "use `launcher: deepspeed` or `launcher: torchrun`"
            yield config.finding(message, hint) if stage is None else stage.finding(message, hint)
