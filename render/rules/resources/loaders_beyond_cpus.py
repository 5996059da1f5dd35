"""RES117 loaders-beyond-cpus: the processes that load data are many more than the node's CPUs.

`--workers` of OpenCLIP, `--dataloader_num_workers` of the Trainer and `--num_workers` of many programs are numbers of
each training process. With more than two on a CPU they wait for each other and for the CPU limit, and the GPUs wait for
them.

Source: https://docs.pytorch.org/docs/stable/data.html#multi-process-data-loading

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 16}}
    command: [torchrun, -m, open_clip_train.main, --workers=8]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 96}}
    command: [torchrun, -m, open_clip_train.main, --workers=8]
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.problem import Severity
from render.programs.openclip import MARKS, is_openclip
from render.programs.program import Program
from render.programs.run import Run
from render.programs.setting import Setting
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_EACH = 2
"""Loaders per CPU from which on they slow each other down: they also wait for storage."""


@rule(severity=Severity.WARNING, keys=(*MARKS, "dataloader_num_workers", "num_workers", "a configuration file"))
def check(run: Run) -> Iterator[Finding]:
    """Compare the loaders of a node with its CPUs."""
    cpus = amount(run.at("resourcesPerNode", "limits", "cpu")) or run.requested("cpu")
    for setting in _workers(run.program) if cpus else ():
        total = (setting.number or 0) * run.processes
        if total > _EACH * cpus:
            message = (
                f"{setting.number} loaders of each of {run.processes} processes are {total}, but the node has "
                f"{float(cpus):g} CPUs"
            )
            yield setting.finding(message, "reduce them, or raise `resourcesPerNode`")


def _workers(program: Program) -> Iterator[Setting]:
    for launch in program.launches:
        name = "workers" if is_openclip(launch) else "num_workers"
        option = launch.program_options.get(name)
        # With Ray it is the number of training processes.
        if option is not None and option.literal is not None and program.launcher != "ray":
            yield Setting(f"--{name}", option.literal, option.flag.path, option.flag.text)
    for arguments in trainer_arguments(program):
        if (one := arguments.find("dataloader_num_workers")) is not None:
            yield one
