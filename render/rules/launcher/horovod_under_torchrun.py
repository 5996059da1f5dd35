"""RUN120 horovod-under-torchrun: a program that Horovod connects is started by another launcher.

`hvd.init()` finds its ranks in what `horovodrun` or `mpirun` gives it. torchrun and its kin set other variables and
connect the processes themselves: the world sizes disagree, and the two can't be initialised together.

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
    """Look for `--horovod` behind a launcher of torch's."""
    for found in program.launched_by("accelerate", "deepspeed", "torchrun"):
        option = found.program_options.get("horovod")
        if option is not None:
            message = f"`--horovod` under `{found.name}`: Horovod's world is made by `horovodrun` or `mpirun` only"
            yield Finding(option.flag.path, message, "leave `--horovod` out, or start it by `horovodrun`")
