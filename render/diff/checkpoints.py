"""Find where a run keeps its checkpoints: the claims and folders that manifests name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from render.diff.side_object import SideObject
from render.manifests.pods import Container, Pod, pods
from render.manifests.trainjob import RUNTIMES, TRAINJOB

_NAME = re.compile(r"(?:^|[-_])(?:checkpoints?|ckpts?|output|save|default[-_]root)[-_](?:dir|path)$", re.IGNORECASE)
"""Options and variables that name a checkpoint folder."""
_OPTION = re.compile(r"--?([A-Za-z][\w-]*)(?:=(.*))?", re.DOTALL)
_VARIABLE = re.compile(r"\$\(([A-Za-z_]\w*)\)|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)")

Data = Mapping[str, Any]


class CheckpointPlace(NamedTuple):
    """A folder of a claim; `.` is its root."""

    claim: str
    folder: str


class OwnClaim(NamedTuple):
    """A claim that a run creates for itself."""

    volume: str
    claim: str
    is_deleted: bool
    """True if it is deleted with the run."""


def checkpoint_places(run: SideObject, side: Sequence[SideObject]) -> frozenset[CheckpointPlace]:
    """Return the folders in claims that a run writes to: those that it names, else all that it could."""
    around = [entry for entry in side if entry.source == run.source]
    found = [
        _of_container(pod, container, run, around)
        for pod in _pods(run, around)
        for container in pod.containers
        if container.kind == "containers"
    ]
    named_places = frozenset(place for named, _ in found for place in named)
    return named_places or frozenset(place for _, mounted in found for place in mounted)


def _pods(run: SideObject, around: Sequence[SideObject]) -> Iterator[Pod]:
    """Yield the pods of a run; those of a TrainJob are in its runtime."""
    if run.kind.group_kind != TRAINJOB:
        yield from pods(run.object)
        return
    name = run.data.get("spec", {}).get("runtimeRef", {}).get("name")
    for entry in around:
        if entry.kind.group_kind in RUNTIMES and entry.name == name:
            yield from pods(entry.object)


def _of_container(
    pod: Pod, container: Container, run: SideObject, around: Sequence[SideObject]
) -> tuple[set[CheckpointPlace], set[CheckpointPlace]]:
    """Return the checkpoint folders that a container names, and the roots of its writable volumes."""
    claims = {**dict(_claims(pod.spec)), **{own.volume: own.claim for own in own_claims(run, pod.object.data)}}
    mounts = [
        (PurePosixPath(mount["mountPath"]), CheckpointPlace(claims[mount["name"]], _inner(mount)))
        for mount in container.data.get("volumeMounts", [])
        if mount.get("name") in claims and not mount.get("readOnly")
    ]
    trainer = run.data.get("spec", {}).get("trainer", {}) if run.kind.group_kind == TRAINJOB else {}
    variables = _variables(container.data, around) | _variables(trainer, around)
    words = [*container.data.get("command", []), *container.data.get("args", [])]
    words += [*trainer.get("command", []), *trainer.get("args", [])]
    options = [_expanded(folder, variables) for folder in _options(words)]
    folders = options or [value for name, value in variables.items() if _NAME.search(name)]
    named_places = {place for folder in folders for place in _in_claims(PurePosixPath(folder), mounts)}
    return named_places, {place for _, place in mounts}


def own_claims(run: SideObject, data: Data | None = None) -> Iterator[OwnClaim]:
    """Yield the claims that a JobSet creates for itself (`volumeClaimPolicies`).

    `data` is the object with the policies if that is the run's runtime.
    """
    spec = (run.data if data is None else data).get("spec", {})
    for policy in (spec.get("template", {}).get("spec") or spec).get("volumeClaimPolicies", []):
        is_deleted = policy.get("retentionPolicy", {}).get("whenDeleted", "Delete") == "Delete"
        for template in policy.get("templates", []):
            name = template.get("metadata", {}).get("name", "")
            yield OwnClaim(name, f"{name}-{run.name}", is_deleted)


def _claims(pod: Data) -> Iterator[tuple[str, str]]:
    for volume in pod.get("volumes", []):
        claim = volume.get("persistentVolumeClaim") or {}
        if "claimName" in claim and not claim.get("readOnly"):
            yield volume.get("name", ""), claim["claimName"]


def _inner(mount: Data) -> str:
    return str(PurePosixPath(mount.get("subPath") or mount.get("subPathExpr") or "."))


def _in_claims(
    folder: PurePosixPath, mounts: Sequence[tuple[PurePosixPath, CheckpointPlace]]
) -> Iterator[CheckpointPlace]:
    """Yield the claim and folder of a path, from its innermost mount."""
    around = [(path, place) for path, place in mounts if folder.is_relative_to(path)]
    if around:
        path, place = max(around, key=lambda mount: len(mount[0].parts))
        yield place._replace(folder=str(PurePosixPath(place.folder) / folder.relative_to(path)))


def _variables(container: Data, around: Sequence[SideObject]) -> dict[str, str]:
    """Return the known variables of a container."""
    found: dict[str, str] = {}
    for source in container.get("envFrom", []):
        name = (source.get("configMapRef") or {}).get("name")
        for entry in around:
            if entry.kind.group_kind == "/ConfigMap" and entry.name == name:
                found |= {
                    source.get("prefix", "") + key: str(value) for key, value in entry.data.get("data", {}).items()
                }
    return found | {one["name"]: str(one["value"]) for one in container.get("env", []) if "value" in one}


def _options(words: Sequence[Any]) -> Iterator[str]:
    """Yield the values of options that name a checkpoint folder, also inside shell scripts."""
    flat = [word for text in words for word in str(text).split()]
    for word, following in zip(flat, [*flat, ""][1:], strict=True):
        match = _OPTION.fullmatch(word)
        if match and _NAME.search(match[1]):
            yield (following if match[2] is None else match[2]).strip("'\";")


def _expanded(text: str, variables: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: variables.get(match[1] or match[2] or match[3], match[0]), text)
