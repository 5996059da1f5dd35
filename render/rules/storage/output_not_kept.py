"""STO104 output-not-kept: the program writes its checkpoints to a folder that doesn't survive the pod.

A folder of the container, of the pod (`emptyDir`) or of the machine (`hostPath`) is gone after a restart, or on a
different node. Each node also writes its part to its own folder.

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
from render.rules.storage._outputs import outputs
from render.rules.storage._persistent import persistent_folders


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report a folder outside persistent volumes. Without `workingDir`, a relative folder may be anywhere."""
    for option in outputs(run.program):
        folder = normpath(join(run.at("workingDir") or "", option.literal or ""))
        is_known = folder.startswith("/") or not any(persistent_folders(run))
        if (
            ":" in folder
            or not is_known
            or any(f"{folder}/".startswith(f"{root}/") for root in persistent_folders(run))
        ):
            continue
        message = f"`--{option.name}` is `{folder}`, which is lost when the pod ends"
        yield Finding(option.flag.path, message, "use a folder of `storage.checkpoints`, or object storage")
