"""Folders of a run on persistent volumes."""

from collections.abc import Iterator
from posixpath import normpath

from render.programs.run import Run

_LOST = frozenset({"configMap", "downwardAPI", "emptyDir", "ephemeral", "hostPath", "projected", "secret"})
_FIXED = frozenset({"mountPath", "name", "readOnly", "subPath"})


def persistent_folders(run: Run) -> Iterator[str]:
    """Yield the mount paths of persistent volumes that all nodes share."""
    if run.at("storage", "checkpoints", "mode") in ("create", "existing"):
        yield normpath(run.at("storage", "checkpoints", "mountPath") or "/checkpoints")
    for volume in run.at("storage", "volumes") or []:
        if not volume.get("readOnly") and _LOST.isdisjoint(volume.keys() - _FIXED):
            yield normpath(volume.get("mountPath", "/"))
    if any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model")):
        yield normpath(run.at("initializers", "storage", "mountPath") or "/workspace")
