"""ENV106 threads-beyond-cpus: the processes of a node start more threads than it has CPUs.

`OMP_NUM_THREADS` counts for each process: eight processes with 64 threads are 512 threads. With more threads than CPUs
in the limit the kernel stops all of them for a part of each period, and data loaders and optimizers on the CPU become
many times slower.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 64}}
    env: {OMP_NUM_THREADS: "64"}
Use instead:
    image: registry.example/train:1
    numProcPerNode: 8
    resourcesPerNode: {limits: {nvidia.com/gpu: 8, cpu: 64}}
    env: {OMP_NUM_THREADS: "8"}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("OMP_NUM_THREADS",))
def check(run: Run) -> Iterator[Finding]:
    """Compare threads with the limit of CPUs."""
    cpus = amount((run.at("resourcesPerNode", "limits") or {}).get("cpu"))
    for name, word in run.program.values_of("OMP_NUM_THREADS") if cpus else ():
        threads = run.processes * int(word.text) if word.text.isdecimal() else 0
        if cpus and threads > cpus:
            most = max(1, int(cpus / run.processes))
            message = f"`{name}={word.text}` makes {threads} threads in {run.processes} processes, for {cpus} CPUs"
            yield Finding(word.path, message, f'set it to "{most}", or less where data loaders need CPUs')
