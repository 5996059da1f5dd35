"""RUN307 accelerate-gpus-unused: an option of `accelerate launch` leaves out GPUs of the node.

With `--cpu` the processes train on CPUs. `--gpu_ids` shows the processes some of the GPUs only: with fewer than there
are processes of a node, the others stop with `invalid device ordinal`.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    launcher: accelerate
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [accelerate, launch, --num_machines=1, --num_processes=8, "--gpu_ids=0,1", train.py]
Use instead:
    image: registry.example/train:1
    launcher: accelerate
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [accelerate, launch, --num_machines=1, --num_processes=8, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("cpu", "gpu_ids", "use_cpu"))
def check(program: Program) -> Iterator[Finding]:
    """Compare both options with the GPUs of a node."""
    for found in program.launched_by("accelerate") if program.gpus else ():
        for name in ("cpu", "use_cpu"):
            if name in found.options:
                flag = found.options[name].flag
                message = f"`{flag.text}` leaves the node's {program.gpus} GPUs idle"
                yield Finding(flag.path, message, "remove it", excerpt=flag.text)
        ids = found.options.get("gpu_ids")
        listed = [one for one in (ids.literal or "").split(",") if one] if ids is not None else []
        if ids is not None and listed and listed != ["all"] and len(listed) != program.gpus:
            message = f"`{ids.flag.text}` shows {len(listed)} of the node's {program.gpus} GPUs"
            yield Finding(ids.flag.path, message, "remove it", excerpt=ids.flag.text)
