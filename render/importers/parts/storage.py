"""Volumes and mounts, as the section `storage` of a spec: each volume has one mount."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.spec.codes import CARRIED_OTHERWISE

SOURCES = frozenset(
    {
        "configMap",
        "csi",
        "downwardAPI",
        "emptyDir",
        "ephemeral",
        "hostPath",
        "image",
        "nfs",
        "persistentVolumeClaim",
        "projected",
        "secret",
    }
)
"""Volume sources that a spec supports."""

_OF_ITS_OWN = frozenset({"csi", "emptyDir", "ephemeral"})
"""Sources that create data for each volume: one volume with two mounts can't become two volumes."""

_TAKEN = frozenset({"checkpoints", "initializer", "launcher", "scripts", "shared-memory", "ssh", "ssh-secret"})
"""Names of the chart's volumes."""

_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - a mount, not a temporary file
_ROOT = ("mountPath", "subPath", "readOnly")


@dataclass(frozen=True)
class PodStorage:
    """The storage of a pod."""

    volumes: list[dict[str, Any]] = field(default_factory=list)
    """Volumes of a spec."""
    shared_memory: dict[str, Any] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """New names of volumes by their old names, for the other containers."""


def consume_volumes(
    pod: RemainingFields, container: RemainingFields, others: list[RemainingFields], notes: ImportNotes
) -> PodStorage:
    """Consume the volumes of a pod and the mounts of its program. `others` are its other containers."""
    found = PodStorage()
    volumes = {str(volume.data.get("name")): volume for volume in pod.items("volumes") if _is_known(volume)}
    sources = {name: _source(volume) for name, volume in volumes.items()}
    used: set[str] = set()
    for mount in container.items("volumeMounts"):
        name = str(mount.data.get("name"))
        if name not in sources or "subPathExpr" in mount.data or (name in used and sources[name].keys() & _OF_ITS_OWN):
            continue
        _mount(found, mount, sources[name])
        used.add(name)
    for mount in _other_mounts(others, used):
        name = mount.data["name"]
        if name in sources and not any(volume["mountPath"] == mount.data["mountPath"] for volume in found.volumes):
            notes.add(CARRIED_OTHERWISE, volumes[name].path, f"the program also mounts the volume `{name}`")
            _mount(found, RemainingFields.of(mount.data), sources[name])
            used.add(name)
    for name in used:
        volumes[name].clear()
    return found


def rename_mounts(container: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    """Return a container with the new names of the volumes in its mounts."""
    mounts = [
        {**mount, "name": renamed.get(mount["name"], mount["name"])} for mount in container.get("volumeMounts", ())
    ]
    return {**container, "volumeMounts": mounts} if mounts else dict(container)


def _mount(found: PodStorage, mount: RemainingFields, source: Mapping[str, Any]) -> None:
    old = mount.consume("name")
    where = {key: value for key in _ROOT if (value := mount.consume(key)) not in (None, False, "")}
    memory = source.get("emptyDir", {})
    if where == {"mountPath": _SHARED_MEMORY} and memory.get("medium") == "Memory":
        found.renamed[old] = "shared-memory"
        if "sizeLimit" in memory:
            found.shared_memory["sizeLimit"] = memory["sizeLimit"]
        return
    if where["mountPath"].rstrip("/") == _SHARED_MEMORY:
        found.shared_memory["enabled"] = False
    new = _free(old, {volume["name"] for volume in found.volumes})
    if new != old:
        found.renamed.setdefault(old, new)
    found.volumes.append({"name": new, **where, **source})


def _free(name: str, taken: set[str]) -> str:
    """Return a unique name for a volume."""
    start = f"{name}-volume" if name in _TAKEN else name
    if start not in taken:
        return start
    return next(numbered for number in range(2, 1000) if (numbered := f"{start}-{number}") not in taken)


def _is_known(volume: RemainingFields) -> bool:
    return len(volume.data.keys() & SOURCES) == 1 and volume.data.keys() <= SOURCES | {"name"}


def _source(volume: RemainingFields) -> dict[str, Any]:
    return {key: value for key, value in volume.data.items() if key != "name"}


def _other_mounts(others: list[RemainingFields], used: set[str]) -> Iterator[RemainingFields]:
    """Yield one mount of each volume that only other containers mount."""
    seen = set(used)
    for container in others:
        for mount in container.items("volumeMounts"):
            name = str(mount.data.get("name"))
            if name not in seen:
                seen.add(name)
                yield mount


_CHECKPOINT_NAMES = ("checkpoint", "checkpoints", "checkpoint-volume", "checkpoints-volume")
_CHECKPOINT_FOLDER, _CHECKPOINT_VARIABLE = "/checkpoints", "CHECKPOINT_DIR"
"""Default values of a spec."""


def extract_checkpoints(volumes: list[dict[str, Any]], env: dict[str, Any]) -> dict[str, Any]:
    """Remove the claim for checkpoints from `volumes`, and the variable with its folder from `env`.

    Returns the section `storage.checkpoints`; an empty one if there is no such claim.
    """
    for volume in volumes:
        variable = _variable(env, volume["mountPath"])
        if _is_for_checkpoints(volume) and variable is not None:
            volumes.remove(volume)
            env.pop(variable, None)
            section = {"mode": "existing", "claimName": volume["persistentVolumeClaim"]["claimName"]}
            if volume["mountPath"] != _CHECKPOINT_FOLDER:
                section["mountPath"] = volume["mountPath"]
            return section if variable == _CHECKPOINT_VARIABLE else {**section, "env": variable}
    return {}


def _is_for_checkpoints(volume: dict[str, Any]) -> bool:
    is_named_so = volume["name"] in _CHECKPOINT_NAMES or volume["mountPath"] == _CHECKPOINT_FOLDER
    is_plain = volume.keys() == {"name", "mountPath", "persistentVolumeClaim"}
    return is_named_so and is_plain and volume["persistentVolumeClaim"].keys() == {"claimName"}


def _variable(env: dict[str, Any], folder: str) -> str | None:
    """Return the variable that holds a folder, else the default one if it is free."""
    holding = [name for name, value in env.items() if value == folder]
    if holding:
        return holding[0]
    return None if _CHECKPOINT_VARIABLE in env else _CHECKPOINT_VARIABLE
