"""RUN103 processes-differ: torchrun starts more or fewer processes than its node has GPUs.

One process drives one GPU. With more processes, NCCL stops with `Duplicate GPU detected`; with fewer, the other GPUs
are idle. A custom launcher (`launcher: plain`) may drive several GPUs from one process.

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

from render.kube.devices import is_gpu
from render.kube.quantity import amount
from render.programs.run import Run
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule


@rule(keys=("torchrun",))
def check(run: Run) -> Iterator[Finding]:
    """Compare `numProcPerNode` with the GPUs of `resourcesPerNode`."""
    if run.at("launcher") != "torchrun" or not run.gpus or run.processes == run.gpus or _has_fraction(run):
        return
    effect = "NCCL stops if two share one" if run.processes > run.gpus else "the other GPUs are idle"
    finding = Finding(
        ("numProcPerNode",),
        f"{plural(run.processes, 'process')} for {plural(run.gpus, 'GPU')}: {effect}",
        "use `auto`, one process per GPU",
    )
    yield finding if run.processes > run.gpus else finding.as_warning


def _has_fraction(run: Run) -> bool:
    """Return whether a number of GPUs is a fraction, which the chart rejects."""
    resources = run.at("resourcesPerNode") or {}
    quantities = [quantity for side in resources.values() for name, quantity in (side or {}).items() if is_gpu(name)]
    return any((amount(quantity) or 0) % 1 for quantity in quantities)
