"""Find the schema of a kind: in the user's folders, then among those of Kubernetes and of custom resources."""

import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schema_folders import CUSTOM, MINORS, TRAINERS, bundled_schemas, version_folder
from render.kube.validator import Validator


class Definitions:
    """The schemas in a cluster's CustomResourceDefinitions."""

    def __init__(self, schemas: Mapping[str, Schema] | None = None) -> None:
        """Use schemas by the path of their kind (`GroupVersionKind.path`)."""
        self.schemas = schemas or {}

    def find(self, kind: GroupVersionKind) -> Validator | None:
        """Return the compiled schema of a kind, or None if no definition has this version of it."""
        return _compiled(self, kind.path) if kind.path in self.schemas else None

    def define(self, kind: GroupVersionKind) -> bool:
        """Return True if any version of a kind is defined here: the cluster then serves no other versions."""
        return _unversioned(kind.path) in self._kinds

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset(map(_unversioned, self.schemas))


_NONE = Definitions()


class Schemas(NamedTuple):
    """The schemas for one cluster.

    `folders` are the user's (`--crds`): each has schemas as `render schema crd` writes them, or folders of Kubernetes
    versions as `render schema kubernetes` writes them. They take precedence over the package's own, and earlier folders
    over later ones. `definitions` are the CustomResourceDefinitions in those folders. They take precedence over all
    other schemas of their kinds.
    """

    minor: str = MINORS[-1]
    trainer: str = TRAINERS[-1]
    folders: tuple[Path, ...] = ()
    definitions: Definitions = _NONE

    def find(self, kind: GroupVersionKind) -> Validator | None:
        """Return the compiled schema of a kind, or None if it is unknown. Raises OSError, ValueError."""
        if self.definitions.define(kind):
            return self.definitions.find(kind)
        return _found(self._places, kind)

    def has_minor(self) -> bool:
        """Return True if the built-in kinds of the Kubernetes version are known."""
        return any((folder / version_folder(self.minor)).is_dir() for folder in (*self.folders, bundled_schemas()))

    def api_versions(self, name: str) -> list[str]:
        """Return the `apiVersion`s that have a kind with this name, sorted; used in hints."""
        named = ((GroupVersionKind(path.parent.name, path.stem.rpartition("_")[2], name)) for path in self._paths(name))
        return sorted({kind.version if kind.group == kind.version else kind.api_version for kind in named})

    def minors_with(self, kind: GroupVersionKind) -> list[str]:
        """Return the other Kubernetes versions whose API server has a kind, of those that the package knows."""
        own = (minor for minor in MINORS if minor != self.minor)
        return [minor for minor in own if (bundled_schemas() / version_folder(minor) / kind.path).is_file()]

    def _paths(self, name: str) -> Iterator[PurePosixPath]:
        """Yield the paths, relative to their folders, of the schemas of all kinds with this name."""
        defined = _by_name(self.definitions).get(name.lower(), ())
        groups = {path.parent.name for path in defined}
        yield from defined
        for place in self._places:
            yield from (path for path in _by_name(place).get(name.lower(), ()) if path.parent.name not in groups)

    def is_own_group(self, group: str) -> bool:
        """Return True if a group is built into Kubernetes, so that all of its kinds are known."""
        version = version_folder(self.minor)
        return any((folder / version / (group or "v1")).is_dir() for folder in (*self.folders, bundled_schemas()))

    @property
    def _places(self) -> tuple[Path, ...]:
        return _places(self.minor, self.trainer, self.folders)


@cache
def _places(minor: str, trainer: str, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    version, older = version_folder(minor), f"{CUSTOM}-trainer-{trainer}"
    user = [place for folder in folders for place in (folder / version, folder)]
    return (*user, bundled_schemas() / version, bundled_schemas() / older, bundled_schemas() / CUSTOM)


@cache
def _by_name(place: Definitions | Path) -> dict[str, list[PurePosixPath]]:
    """Return the paths of all schemas in a folder or in definitions, by the lower-case name of their kind."""
    paths = place.glob("*/*_*.json") if isinstance(place, Path) else place.schemas
    found: dict[str, list[PurePosixPath]] = {}
    for path in map(PurePosixPath, paths):
        found.setdefault(path.name.partition("_")[0], []).append(path)
    return found


@cache
def _found(places: tuple[Path, ...], kind: GroupVersionKind) -> Validator | None:
    paths = (folder / kind.path for folder in places)
    return next((_read(path) for path in paths if path.is_file()), None)


@cache
def _read(path: Path) -> Validator:
    schema: Schema = json.loads(path.read_bytes())
    try:
        return Validator(schema, is_sound=path.is_relative_to(bundled_schemas()))
    except ValueError as error:
        raise ValueError(f"the schema `{path}` can't be used: {error}") from error


@cache
def _compiled(definitions: Definitions, path: str) -> Validator:
    return Validator(definitions.schemas[path])


def _unversioned(path: str) -> str:
    return path.rpartition("_")[0]
