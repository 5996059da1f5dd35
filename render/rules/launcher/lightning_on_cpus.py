"""RUN221 lightning-on-cpus: Lightning trains on CPUs, and the node's GPUs are idle.

`accelerator: cpu` is a setting for a laptop. In a container with GPUs every process trains on the CPUs, hundreds of
times slower, and the GPUs stay booked.

Source: https://lightning.ai/docs/pytorch/stable/common/trainer.html#accelerator

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, fit, --trainer.accelerator=cpu]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, fit, --trainer.accelerator=gpu]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("accelerator",))
def check(program: Program) -> Iterator[Finding]:
    """Report the accelerator `cpu` of Lightning's Trainer or of its launcher for a node with GPUs."""
    for launch in program.launches if program.gpus else ():
        for word in launch.program[1:]:
            name, _, value = word.text.lstrip("-+").partition("=")
            if name == "trainer.accelerator" and value == "cpu":
                message = f"`{word.text}` leaves the node's {program.gpus} GPUs idle"
                yield Finding(word.path, message, "use `gpu`", excerpt=word.text)
        option = launch.options.get("accelerator") if launch.name == "fabric" else None
        if option is not None and option.literal == "cpu":
            message = f"`{option.flag.text}` leaves the node's {program.gpus} GPUs idle"
            yield Finding(option.flag.path, message, "use `gpu`", excerpt=option.flag.text)
