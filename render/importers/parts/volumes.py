"""Volumes and where they are mounted, as the storage of a spec: each volume once, at one place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
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
"""The volume sources that a spec has."""

_OF_ITS_OWN = frozenset({"csi", "emptyDir", "ephemeral"})
"""Sources that make something new for each volume, so that two volumes are not one that is mounted twice."""

_TAKEN = frozenset({"checkpoints", "initializer", "launcher", "scripts", "shared-memory", "ssh", "ssh-secret"})
"""Names of volumes that the chart may write."""

_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - a mount, no file of ours
_ROOT = ("mountPath", "subPath", "readOnly")


@dataclass(frozen=True)
class Storage:
    """What a pod mounts."""

    volumes: list[dict[str, Any]] = field(default_factory=list)
    """As in a spec."""
    shared_memory: dict[str, Any] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """New names of volumes by their old ones, for the containers beside the program."""


def storage(pod: Rest, container: Rest, beside: list[Rest], notes: Notes) -> Storage:
    """Take the volumes of a pod, with the mounts of its program. `beside` are its other containers."""
    found = Storage()
    volumes = {str(volume.data.get("name")): volume for volume in pod.items("volumes") if _is_known(volume)}
    sources = {name: _source(volume) for name, volume in volumes.items()}
    used: set[str] = set()
    for mount in container.items("volumeMounts"):
        name = str(mount.data.get("name"))
        if name not in sources or "subPathExpr" in mount.data or (name in used and sources[name].keys() & _OF_ITS_OWN):
            continue
        _mount(found, mount, sources[name])
        used.add(name)
    for mount in _only_beside(beside, used):
        name = mount.data["name"]
        if name in sources and not any(volume["mountPath"] == mount.data["mountPath"] for volume in found.volumes):
            notes.add(CARRIED_OTHERWISE, volumes[name].path, f"the program sees the volume `{name}` as well")
            _mount(found, Rest.of(mount.data), sources[name])
            used.add(name)
    for name in used:
        volumes[name].clear()
    return found


def named(beside: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    """Return a container whose mounts have the volumes' new names."""
    mounts = [{**mount, "name": renamed.get(mount["name"], mount["name"])} for mount in beside.get("volumeMounts", ())]
    return {**beside, "volumeMounts": mounts} if mounts else dict(beside)


def _mount(found: Storage, mount: Rest, source: Mapping[str, Any]) -> None:
    old = mount.take("name")
    where = {key: value for key in _ROOT if (value := mount.take(key)) not in (None, False, "")}
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
    """Return a name that no other volume has."""
    start = f"{name}-volume" if name in _TAKEN else name
    if start not in taken:
        return start
    return next(numbered for number in range(2, 1000) if (numbered := f"{start}-{number}") not in taken)


def _is_known(volume: Rest) -> bool:
    return len(volume.data.keys() & SOURCES) == 1 and volume.data.keys() <= SOURCES | {"name"}


def _source(volume: Rest) -> dict[str, Any]:
    return {key: value for key, value in volume.data.items() if key != "name"}


def _only_beside(beside: list[Rest], used: set[str]) -> Iterator[Rest]:
    """Yield the mounts of volumes that the program has not, each volume once."""
    seen = set(used)
    for container in beside:
        for mount in container.items("volumeMounts"):
            name = str(mount.data.get("name"))
            if name not in seen:
                seen.add(name)
                yield mount
