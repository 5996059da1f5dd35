"""RES123 smoke-test-weak: the smoke test compares less than its settings promise.

Its floor is for the largest messages: below `gateBytes` (1Gi) they measure latency, and healthy nodes miss a floor for
bandwidth. A floor of the table is found by the exact name of the GPU: with another name the test passes at any
speed. And NCCL can't use a fabric whose devices no node asks for.

Source: https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    smokeTest: {mode: with, maxBytes: 64Mi, minBusbw: 100}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 900Gi}}
    smokeTest: {mode: with, maxBytes: 8Gi, minBusbw: 100}
"""

import json
from collections.abc import Iterator
from functools import cache

from render.kube.quantity import amount
from render.problem import Severity
from render.programs.run import Run
from render.rules.resources._devices import may_have_fabric
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_OFF = (None, False, "none", "off")
_RDMA = ("infiniband", "roce", "efa")


@rule(severity=Severity.WARNING, keys=("backend", "gpu", "fabric", "maxBytes", "gateBytes"))
def check(run: Run) -> Iterator[Finding]:
    """Compare sizes, the GPU's name and the fabric of a smoke test that is on."""
    if run.at("smokeTest", "mode") in _OFF:
        return
    most, gate = run.at("smokeTest", "maxBytes"), run.at("smokeTest", "gateBytes")
    if most is not None and run.gpus and (amount(most) or 0) < (amount(gate) or 0):
        message = f"no message of at most {most} counts for the floor, which is for {gate} and more"
        yield Finding(("smokeTest", "maxBytes"), message, "raise it, or lower `gateBytes`")
    if run.at("smokeTest", "backend") == "gloo" and run.gpus:
        message = "the test measures gloo on the CPUs, not NCCL on the GPUs that the training uses"
        yield Finding(("smokeTest", "backend"), message, "remove it")
    yield from _gpu(run)
    fabric = run.at("smokeTest", "fabric")
    if fabric in _RDMA and run.at("network", "fabric") in _OFF and not may_have_fabric(run):
        message = f"the test requires `{fabric}`, but `network.fabric` is not set, so no node has its devices"
        yield Finding(("smokeTest", "fabric"), message, f"set `network.fabric: {fabric}` instead")


def _gpu(run: Run) -> Iterator[Finding]:
    from render.kube.hardware import gpu_in, gpus

    name = run.at("smokeTest", "gpu")
    if name is None or name in _names() or name in gpus():
        return
    known = gpu_in(str(name))
    suggestion = known.name if known is not None else nearest(str(name).upper(), (*_names(), *gpus()), 0.6)
    if suggestion is None:
        return
    message = f"`{name}` is not a name of the table of floors, so the test has no floor"
    yield Finding(("smokeTest", "gpu"), message, f"write `{suggestion}`")


@cache
def _names() -> frozenset[str]:
    """Return the GPUs of the table of floors."""
    from render.engine.chart import Chart

    rows = json.loads((Chart.bundled().path / "files" / "nccl" / "busbw.json").read_bytes())["rows"]
    return frozenset(str(row["gpu"]) for row in rows)
