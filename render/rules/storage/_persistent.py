"""Folders of a run on persistent volumes."""

from collections.abc import Iterator, Mapping
from posixpath import join, normpath, relpath
from typing import Any, NamedTuple

from render.programs.run import Run
from render.schema_errors.formatting import format_flow

_LOST = frozenset({"configMap", "downwardAPI", "emptyDir", "ephemeral", "hostPath", "projected", "secret"})
_FIXED = frozenset({"mountPath", "name", "readOnly", "subPath"})


def persistent_folders(run: Run) -> Iterator[str]:
    """Yield the mount paths of persistent volumes that all nodes share."""
    if has_checkpoints(run):
        yield checkpoints_path(run)
    yield from (normpath(volume.get("mountPath", "/")) for volume in _written_volumes(run))
    if any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model")):
        yield normpath(run.at("initializers", "storage", "mountPath") or "/workspace")


def mount_paths(run: Run) -> Iterator[str]:
    """Yield the mount paths of the checkpoints and of all volumes."""
    if has_checkpoints(run):
        yield checkpoints_path(run)
    for volume in run.at("storage", "volumes") or ():
        yield normpath(volume.get("mountPath") or "/")


def is_below(path: str, root: str) -> bool:
    """Return True if a path, by its text, is a folder or is in it."""
    return f"{path}/".startswith(f"{root.rstrip('/')}/")


def has_checkpoints(run: Run) -> bool:
    """Return True if a claim keeps the checkpoints."""
    return run.at("storage", "checkpoints", "mode") in ("create", "existing")


def checkpoints_path(run: Run) -> str:
    """Return the folder at which the claim of the checkpoints is mounted."""
    return normpath(run.at("storage", "checkpoints", "mountPath") or "/checkpoints")


def _written_volumes(run: Run) -> Iterator[Mapping[str, Any]]:
    for volume in run.at("storage", "volumes") or []:
        if not volume.get("readOnly") and _LOST.isdisjoint(volume.keys() - _FIXED):
            yield volume


class Place(NamedTuple):
    """A folder that several runs may reach."""

    volume: str
    """The claim, file system or object storage, in words."""
    folder: str
    """Path in it."""


def place_of(run: Run, written: str) -> Place | None:
    """Return where a folder of a run is kept; None if it is not, or if that is unknown."""
    path = absolute(run, written)
    if "://" in path:
        return Place("object storage", path.rstrip("/"))
    mounts = dict(_mounts(run))
    holding = [root for root in mounts if is_below(path, root)]
    if not holding:
        return None
    root = max(holding, key=len)
    volume, folder = mounts[root]
    return Place(volume, normpath(join("/", folder, relpath(path, root))))


def _mounts(run: Run) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the mount path of each persistent volume with the volume in words and the mounted folder in it."""
    if has_checkpoints(run):
        claim = run.at("storage", "checkpoints", "claimName") or f"{run.name}-checkpoints"
        yield checkpoints_path(run), (f"the claim `{claim}`", "")
    for volume in _written_volumes(run):
        source = {key: value for key, value in volume.items() if key not in _FIXED}
        inside = volume.get("subPath") or ""
        yield normpath(volume.get("mountPath", "/")), (_in_words(source), inside)


def _in_words(source: Mapping[str, Any]) -> str:
    if name := (source.get("persistentVolumeClaim") or {}).get("claimName"):
        return f"the claim `{name}`"
    return f"the volume `{format_flow(source)}`"


def absolute(run: Run, folder: str) -> str:
    """Return a folder of a program with the working directory in front, if that is known."""
    return folder if ":" in folder else normpath(join(run.at("workingDir") or "", folder))


def is_kept(run: Run, folder: str) -> bool:
    """Return True if a folder is or may be on a persistent volume, or is object storage."""
    path, kept = absolute(run, folder), tuple(persistent_folders(run))
    if ":" in path or (kept and not path.startswith("/")):
        return True
    return any(is_below(path, root) for root in kept)


def read_only_mount(run: Run, folder: str) -> str | None:
    """Return the mount path of the read-only volume with a folder; None if it is on none."""
    volumes = run.at("storage", "volumes") or []
    roots = {normpath(volume.get("mountPath") or "/"): bool(volume.get("readOnly")) for volume in volumes}
    holding = [root for root in roots if is_below(folder, root)]
    root = max(holding, key=len, default="")
    return root if roots.get(root) else None


def is_restarted(run: Run) -> bool:
    """Return True if a failed or preempted run starts again."""
    return (run.at("failurePolicy", "maxRestarts") or 0) > 0 or run.at("failurePolicy", "onPreemption") == "restart"
