"""RUN120 horovod-under-torchrun: a Horovod program is started by another launcher.

`hvd.init()` reads its ranks from what `horovodrun` or `mpirun` provides. torchrun and similar launchers set other
variables and connect the processes themselves: the world sizes differ, and both can't be initialized together.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip_train/distributed.py

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, -m, open_clip_train.main, --horovod]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, -m, open_clip_train.main]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("horovod",))
def check(program: Program) -> Iterator[Finding]:
    """Report `--horovod` under a launcher of torch."""
    for found in program.launched_by("accelerate", "deepspeed", "torchrun"):
        option = found.program_options.get("horovod")
        if option is not None:
            message = f"`--horovod` requires `horovodrun` or `mpirun`, but `{found.name}` starts the program"
            yield Finding(option.flag.path, message, "remove `--horovod`, or start the program with `horovodrun`")
