"""STO113 openclip-not-resumed: a restarted run of OpenCLIP doesn't go on from its checkpoint.

OpenCLIP writes to `--logs`/`--name`. If `--name` is given and that folder exists, its first process ends with
`Experiment already exists`, unless `--resume latest` is given. Without `--name` the folder has the time in its name,
and `--resume latest` never finds the one of before the restart.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip_train/main.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, --train-data=/data, --logs=/checkpoints, --name=vit]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, --train-data=/data, --logs=/checkpoints, --name=vit, --resume=latest]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.openclip import MARKS, is_openclip
from render.programs.own_files import expanded
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_kept, is_restarted


@rule(severity=Severity.WARNING, keys=MARKS)
def check(run: Run) -> Iterator[Finding]:
    """Report a fixed name without `--resume latest`, and `--resume latest` without a name."""
    for launch in run.program.launches if is_restarted(run) else ():
        options = launch.program_options
        name, resume, logs = (options.get(one) for one in ("name", "resume", "logs"))
        if not is_openclip(launch) or "train_data" not in options:
            continue
        folder = expanded(run.program, logs.value) if logs is not None and logs.value is not None else None
        is_latest = resume is not None and resume.literal == "latest"
        if name is None and is_latest and resume is not None:
            message = "`--resume latest` finds nothing: without `--name`, each start has a folder of its own"
            yield Finding(resume.flag.path, message, "add `--name`", excerpt=resume.flag.text)
        elif name is not None and resume is None and folder is not None and is_kept(run, folder):
            message = "a restarted run ends with `Experiment already exists`, since its folder has the same name"
            yield Finding(name.flag.path, message, "add `--resume latest`", excerpt=name.flag.text)
