"""STO103 claim-for-one-node: several nodes mount a PVC that only one node can mount.

A volume with `ReadWriteOnce` is attached to one node of the cluster, one with `ReadWriteOncePod` to one pod. The pods
on other nodes wait in `ContainerCreating` (`Multi-Attach error`), and the gang with them.

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
from render.schema_errors.error import Path

_FOR_ONE = ("ReadWriteOnce", "ReadWriteOncePod")


@rule
def check(run: Run) -> Iterator[Finding]:
    """Check the PVCs that the run creates."""
    for path in _created_claims(run) if run.nodes > 1 else ():
        mode = run.at(*map(str, path), "accessMode")
        if mode in _FOR_ONE:
            message = f"`{mode}` allows one node, but {run.nodes} nodes mount the PVC"
            yield Finding((*path, "accessMode"), message, "use `ReadWriteMany` and a storage class that supports it")


def _created_claims(run: Run) -> Iterator[Path]:
    if run.at("storage", "checkpoints", "mode") == "create":
        yield ("storage", "checkpoints")
    has_initializer = any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model"))
    if has_initializer and run.at("initializers", "storage", "mode") == "create":
        yield ("initializers", "storage")
