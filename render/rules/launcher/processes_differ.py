"""RUN103 processes-differ: torchrun is to start more or fewer processes than its node has GPUs.

One process drives one GPU. With more processes NCCL stops with `Duplicate GPU detected`; with fewer the other GPUs
are paid for and idle. A launcher of your own (`launcher: plain`) may drive several GPUs from one process.

Source: https://github.com/kubeflow/trainer/issues/1872

Example:
    image: registry.example/train:1
    numProcPerNode: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
Use instead:
    image: registry.example/train:1
    numProcPerNode: auto
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("torchrun",))
def check(run: Run) -> Iterator[Finding]:
    """Compare `numProcPerNode` with the GPUs of `resourcesPerNode`."""
    if run.at("launcher") != "torchrun" or not run.gpus or run.processes == run.gpus:
        return
    effect = "NCCL stops where two share one" if run.processes > run.gpus else "the others stay idle"
    yield Finding(
        ("numProcPerNode",),
        f"{run.processes} processes for {run.gpus} GPUs: {effect}",
        "`auto`, one process a GPU",
    )
