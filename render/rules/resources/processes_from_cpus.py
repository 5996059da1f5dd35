"""RES125 processes-from-cpus: the devices come from a claim, and the number of processes is that of the CPUs.

`numProcPerNode: auto` is the number of GPUs in `resourcesPerNode`, and a claim of `pod.resourceClaims` writes none
there: what a claim holds is known to the cluster alone. The chart then counts CPUs, so that each GPU gets several
processes, which run out of its memory, or one process gets all GPUs.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {cpu: 32, memory: 256Gi}}
    pod: {resourceClaims: [{name: gpus, resourceClaimTemplateName: eight-gpus}]}
Use instead:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {cpu: 32, memory: 256Gi}}
    pod: {resourceClaims: [{name: gpus, resourceClaimTemplateName: eight-gpus}]}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.resources._devices import requests_devices, runs_on_cpus
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("pod.resourceClaims",))
def check(run: Run) -> Iterator[Finding]:
    """Report a number of processes that is left to CPUs next to claims of devices."""
    is_counted = run.at("numProcPerNode") in ("auto", None)
    if not is_counted or not run.at("pod", "resourceClaims") or requests_devices(run) or runs_on_cpus(run):
        return
    message = f"`numProcPerNode: auto` counts CPUs, {run.processes} here: it can't count the devices of a claim"
    yield Finding(("pod", "resourceClaims"), message, "set `numProcPerNode` to the number of GPUs in a node's claims")
