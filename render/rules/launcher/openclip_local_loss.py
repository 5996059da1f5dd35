"""RUN352 openclip-local-loss: OpenCLIP computes a part of the gradient only.

With `--local-loss`, each process compares its own features with those of all others. Without `--gather-with-grad` these
have no gradient, so the result differs from that of one process. Both together give the same result with less memory.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip/loss.py

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, --local-loss]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, --local-loss, --gather-with-grad]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.openclip import MARKS, is_openclip
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=MARKS)
def check(program: Program) -> Iterator[Finding]:
    """Report one option without the other."""
    for launch in program.launches if program.world is None or program.world > 1 else ():
        options = launch.program_options if is_openclip(launch) else {}
        if "local_loss" in options and "gather_with_grad" not in options and "siglip" not in options:
            flag = options["local_loss"].flag
            message = "`--local-loss` without `--gather-with-grad` leaves out a part of the gradient"
            yield Finding(flag.path, message, "add `--gather-with-grad`", excerpt=flag.text)
