"""RES110 processes-without-gpus: nodes start several processes, but request no GPU.

`numProcPerNode` doesn't request devices. Without `nvidia.com/gpu` in the limits a container sees no GPU: each process
stops at its first use of CUDA, or trains on CPUs. A run on CPUs has `numProcPerNode: cpu`, as many CPUs as
processes, the backend gloo, or an option such as `--use_cpu`.

Source: https://github.com/kubeflow/trainer/issues/1872

Example:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {cpu: 90, memory: 900Gi}}
Use instead:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 90, memory: 900Gi}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.resources._devices import requests_devices, runs_on_cpus
from render.rules.rule import Finding, rule

_FEW = 2


@rule(severity=Severity.WARNING, keys=("numProcPerNode",))
def check(run: Run) -> Iterator[Finding]:
    """Report a number of processes without devices, unless a word says that CPUs are meant."""
    processes = run.at("numProcPerNode")
    if not isinstance(processes, int | float) or processes < _FEW or run.gpus or run.has_open_claims:
        return
    if run.requested("cpu") == processes:
        return
    sides = {side: run.at("resourcesPerNode", side) or {} for side in ("limits", "requests")}
    if requests_devices(run) or run.program.devices:
        return
    if runs_on_cpus(run):
        return
    path = ("resourcesPerNode", "limits" if sides["limits"] or not sides["requests"] else "requests")
    message = f"`numProcPerNode` is {int(processes)}, but a node requests no GPU: the processes have none"
    yield Finding(path, message, f"add `nvidia.com/gpu: {int(processes)}` to `resourcesPerNode.limits`")
