"""RUN241 openmmlab-launcher-off: every process trains alone.

Programs of OpenMMLab read the variables of torchrun only with `--launcher pytorch`. With `--launcher none` each process
is a training of its own: the GPUs compute the same, and all write to one folder.

Source: https://mmengine.readthedocs.io/en/latest/common_usage/distributed_training.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, tools/train.py, config.py, --launcher=none]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, tools/train.py, config.py, --launcher=pytorch]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("launcher",))
def check(program: Program) -> Iterator[Finding]:
    """Report the option of a program that a launcher starts several times."""
    for launch in program.launches if (program.world or 1) > 1 else ():
        option = launch.program_options.get("launcher")
        if option is not None and option.literal == "none" and launch.launcher is not None:
            message = f"with `{option.flag.text}` each of the {program.world} processes trains alone"
            yield Finding(option.flag.path, message, "use `--launcher=pytorch`", excerpt=option.flag.text)
