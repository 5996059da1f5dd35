"""STO104 output-not-kept: the program writes its checkpoints where they are lost.

A folder that belongs to the container, to the pod (`emptyDir`) or to the machine (`hostPath`) is gone after a restart,
or is on another node then. Every node writes its own part to another machine, too.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --output_dir=/tmp/out]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --output_dir=/checkpoints]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator
from posixpath import join, normpath

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._kept import kept
from render.rules.storage._outputs import outputs


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Look for a folder that no lasting volume holds. Without `workingDir` a relative one may be anywhere."""
    for option in outputs(run.program):
        folder = normpath(join(run.at("workingDir") or "", option.literal or ""))
        is_known = folder.startswith("/") or not any(kept(run))
        if ":" in folder or not is_known or any(f"{folder}/".startswith(f"{root}/") for root in kept(run)):
            continue
        message = f"`--{option.name}` is `{folder}`, which is gone with the pod"
        yield Finding(option.flag.path, message, "a folder of `storage.checkpoints`, or object storage")
