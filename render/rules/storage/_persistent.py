"""Folders of a run on persistent volumes."""

from collections.abc import Iterator
from posixpath import join, normpath

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


def absolute(run: Run, folder: str) -> str:
    """Return a folder of a program with the working directory in front, if that is known."""
    return folder if ":" in folder else normpath(join(run.at("workingDir") or "", folder))


def is_kept(run: Run, folder: str) -> bool:
    """Return True if a folder is or may be on a persistent volume, or is object storage."""
    path, kept = absolute(run, folder), tuple(persistent_folders(run))
    if ":" in path or (kept and not path.startswith("/")):
        return True
    return any(f"{path}/".startswith(f"{root.rstrip('/')}/") for root in kept)


def is_restarted(run: Run) -> bool:
    """Return True if a failed or preempted run starts again."""
    return (run.at("failurePolicy", "maxRestarts") or 0) > 0 or run.at("failurePolicy", "onPreemption") == "restart"
