"""NET116 fabric-disabled-in-script: a script sets a variable that contradicts `network.fabric`.

The chart rejects such a variable in `env`. A variable that the command exports comes later and overrides: the run
reserves the devices, but NCCL uses TCP or stops.

Source: https://github.com/NVIDIA/aicr/issues/2683

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
    command: [bash, -c, "export NCCL_IB_DISABLE=1; exec torchrun train.py"]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    network: {fabric: infiniband}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("efa", "gib", "infiniband", "roce", "sockets", "tcpx", "tcpxo"))
def check(run: Run) -> Iterator[Finding]:
    """Report contradicting variables among those that a script sets for the training."""
    fabric = run.at("network", "fabric") or "none"
    if fabric == "none":
        return
    from render.rules.network._contradictions import contradictions  # few specs have a fabric

    declared = set(run.program.literals)
    for name, word in run.program.variables:
        if (name, word) in declared or not word.is_literal:
            continue
        effect = next((known.effect for known in contradictions(fabric) if known.holds(name, word.text)), None)
        if effect is not None:
            message = f"`{name}={word.text}` contradicts `network.fabric: {fabric}`: {effect}"
            yield Finding(word.path, message, "remove one of them")
