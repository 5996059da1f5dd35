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

_OF_RUNTIME = "NVIDIA_VISIBLE_DEVICES"
"""The device plugin sets it, by which NVIDIA's container runtime mounts devices."""
_NO_DEVICES = ("", "none", "void")
_HINT = "remove it: the device plugin only exposes the container's own GPUs"


@rule(keys=(*_VARIABLES, _OF_RUNTIME))
def check(program: Program) -> Iterator[Finding]:
    """Compare the length of the list with the limit."""
    for name, word in program.values_of(*_VARIABLES) if program.gpus else ():
        devices = [device for device in word.text.split(",") if device.strip() not in ("", "-1", "NoDevFiles")]
        if len(devices) != program.gpus:
            message = f"`{name}` lists {plural(len(devices), 'GPU')}, but the container has {program.gpus}"
            yield Finding(word.path, message, _HINT)
        elif beyond := [one for one in devices if one.strip().isdecimal() and int(one) >= program.gpus]:
            message = f"`{name}` lists GPU {beyond[0].strip()}, but those of the container are 0 to {program.gpus - 1}"
            yield Finding(word.path, message, _HINT)
    for name, word in program.values_of(_OF_RUNTIME) if program.gpus else ():
        if word.text.lower() in _NO_DEVICES:
            yield Finding(word.path, f"`{name}` is `{word.text}`: the container's GPUs are not mounted", _HINT)
        elif "$" not in word.text:
            message = f"`{name}` replaces the device plugin's choice: the container gets GPUs of other pods"
            yield Finding(word.path, message, _HINT).as_warning
