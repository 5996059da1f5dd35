"""RUN115 visible-devices-differ: a container hides some of its GPUs, or names GPUs that it doesn't have.

The device plugin gives a container as many GPUs as its limit says, numbered from 0. A list of a different length makes
programs that count GPUs disagree with the run: LLaMA-Factory starts as many processes as it detects, other nodes wait
for the rest, and the training hangs after the model has loaded.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/7215

Example:
    image: registry.example/train:1
    env: {CUDA_VISIBLE_DEVICES: "0,1"}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    env: {}
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_VARIABLES = ("ASCEND_RT_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")


@rule(keys=_VARIABLES)
def check(program: Program) -> Iterator[Finding]:
    """Compare the length of the list with the limit."""
    for name, word in program.values_of(*_VARIABLES) if program.gpus else ():
        devices = [device for device in word.text.split(",") if device.strip() not in ("", "-1", "NoDevFiles")]
        if len(devices) != program.gpus:
            message = f"`{name}` lists {plural(len(devices), 'GPU')}, but the container has {program.gpus}"
            yield Finding(word.path, message, "remove it: the device plugin only exposes the container's own GPUs")
