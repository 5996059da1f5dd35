"""STO103 claim-for-one-node: several nodes are to mount a claim that one node may mount.

A volume with `ReadWriteOnce` is attached to one node of the cluster, one with `ReadWriteOncePod` to one pod. The pods
on the other nodes wait in `ContainerCreating` (`Multi-Attach error`), and the gang with them.

Source: https://github.com/kubeflow/kubeflow/issues/4757

Example:
    image: registry.example/train:1
    numNodes: 2
    storage: {checkpoints: {mode: create, accessMode: ReadWriteOnce}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    storage: {checkpoints: {mode: create, accessMode: ReadWriteMany}}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_FOR_ONE = ("ReadWriteOnce", "ReadWriteOncePod")


@rule
def check(run: Run) -> Iterator[Finding]:
    """Look at the claims that the run creates."""
    for path in _created(run) if run.nodes > 1 else ():
        mode = run.at(*map(str, path), "accessMode")
        if mode in _FOR_ONE:
            message = f"`{mode}` is for one node, and {run.nodes} mount the claim"
            yield Finding((*path, "accessMode"), message, "`ReadWriteMany`, and a storage class that has it")


def _created(run: Run) -> Iterator[Path]:
    if run.at("storage", "checkpoints", "mode") == "create":
        yield ("storage", "checkpoints")
    has_initializer = any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model"))
    if has_initializer and run.at("initializers", "storage", "mode") == "create":
        yield ("initializers", "storage")
