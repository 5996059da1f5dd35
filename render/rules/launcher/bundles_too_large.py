"""RUN156 bundles-too-large: on the nodes of a spec, LLaMA-Factory waits for more CPUs than there are beside the GPUs.

It reserves 10 CPUs with each GPU, whatever the training needs. A node with fewer has room for fewer processes than
GPUs: the placement group stays pending, and the run waits without a word.

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
from render.rules.launcher._ray import CPUS, training
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("ray",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the CPUs of a node with what its GPUs' bundles take."""
    if run.at("launcher") != "ray" or training(run.program.commands) is None:
        return
    cpus, needed = run.requested("cpu"), CPUS * run.gpus
    if cpus is not None and cpus < needed:
        message = f"LLaMA-Factory reserves {CPUS} CPUs with each of {run.gpus} GPUs, and the node has {float(cpus):g}"
        yield Finding(("resourcesPerNode",), message, f"`cpu: {needed}` or more")
