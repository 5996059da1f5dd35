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
from posixpath import normpath

from render.problem import Severity
from render.rules.launches import Option
from render.rules.rule import Finding, rule
from render.rules.run import Run

_OPTIONS = ("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir")
_LOST = frozenset({"emptyDir", "ephemeral", "hostPath"})
_FIXED = frozenset({"mountPath", "name", "readOnly", "subPath"})


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Look for an absolute folder that no lasting volume holds."""
    for option in _outputs(run):
        folder = normpath(option.literal or "")
        if folder.startswith("/") and not any(f"{folder}/".startswith(f"{kept}/") for kept in _kept(run)):
            message = f"`--{option.name}` is `{folder}`, which is gone with the pod"
            yield Finding(option.flag.path, message, "a folder of `storage.checkpoints`, or object storage")


def _outputs(run: Run) -> Iterator[Option]:
    for found in run.program.launches:
        yield from (option for name, option in found.program_options.items() if name in _OPTIONS)


def _kept(run: Run) -> Iterator[str]:
    if run.at("storage", "checkpoints", "mode") in ("create", "existing"):
        yield normpath(run.at("storage", "checkpoints", "mountPath"))
    for volume in run.at("storage", "volumes") or []:
        if _LOST.isdisjoint(volume.keys() - _FIXED):
            yield normpath(volume["mountPath"])
    if any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model")):
        yield normpath(run.at("initializers", "storage", "mountPath"))
