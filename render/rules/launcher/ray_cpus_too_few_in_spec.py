"""RUN156 ray-cpus-too-few-in-spec: LLaMA-Factory on Ray reserves more CPUs than the nodes of a spec have.

LLaMA-Factory reserves 10 CPUs with each GPU, regardless of what the training needs. A node with fewer CPUs has room for
fewer processes than GPUs: the placement group stays pending, and the run waits without a message.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/10348

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml, ray_num_workers=16]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {cpu: 64, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    command: [llamafactory-cli, train, sft.yaml, ray_num_workers=16]
    env: {USE_RAY: "1"}
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.launcher._plural import plural
from render.rules.launcher._ray import CPUS, training
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("ray",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the CPUs of a node with what LLaMA-Factory reserves for its GPUs."""
    if run.at("launcher") != "ray" or training(run.program.commands) is None:
        return
    cpus, needed = run.requested("cpu"), CPUS * run.gpus
    if cpus is not None and cpus < needed:
        message = (
            f"LLaMA-Factory reserves {CPUS} CPUs for each of {plural(run.gpus, 'GPU')}, but the node has "
            f"{float(cpus):g}"
        )
        yield Finding(("resourcesPerNode",), message, f"set `cpu: {needed}` or more")
