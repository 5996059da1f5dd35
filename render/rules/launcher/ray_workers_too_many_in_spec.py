"""RUN157 ray-workers-too-many-in-spec: LLaMA-Factory on Ray requests more GPUs than the nodes of a spec have.

`ray_num_workers` is the number of processes, each with one GPU. `$(NUM_PROCESSES)` is the number that the run has.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/7084

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml, ray_num_workers=24]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml, ray_num_workers=$(NUM_PROCESSES)]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.launcher._plural import plural
from render.rules.launcher._ray import setting, training
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("ray",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the processes with the GPUs of all nodes."""
    command = training(run.program.commands) if run.at("launcher") == "ray" else None
    workers = None if command is None else setting(command, "ray_num_workers")
    devices = run.nodes * run.gpus
    if workers is not None and workers.text.isdecimal() and devices and int(workers.text) > devices:
        message = f"`ray_num_workers` is {workers.text}, but the run has {plural(devices, 'GPU')}, one per process"
        yield Finding(workers.path, message, "use `$(NUM_PROCESSES)`")
