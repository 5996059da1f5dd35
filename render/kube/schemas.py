"""Find the schema of a kind: in the user's folders, of a Kubernetes version, of a custom resource."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from render.kube.definitions import Definitions
from render.kube.kind import Kind, Schema
from render.kube.layout import CUSTOM, MINORS, TRAINERS, bundled, version_folder
from render.kube.validator import Validator

_NONE = Definitions()


class Schemas(NamedTuple):
    """The schemas for one cluster.

    `folders` are the user's (`--crds`): each has schemas as `render schema crd` writes them, or folders of Kubernetes
    versions as `render schema kubernetes` does. They win over the package's own, the first one over the next.
    `definitions` are the CustomResourceDefinitions in those folders. They win over all schemas of their kinds.
    """

    minor: str = MINORS[-1]
    trainer: str = TRAINERS[-1]
    folders: tuple[Path, ...] = ()
    definitions: Definitions = _NONE

    def find(self, kind: Kind) -> Validator | None:
        """Return the compiled schema of a kind, or None where there is none. Raises OSError, ValueError."""
        if self.definitions.define(kind):
            return self.definitions.find(kind)
        return _found(self._places, kind)

    def has_minor(self) -> bool:
        """Tell whether the Kubernetes version's own kinds are known at all."""
        return any((folder / version_folder(self.minor)).is_dir() for folder in (*self.folders, bundled()))

    def api_versions(self, name: str) -> list[str]:
        """Return the `apiVersion`s that know a kind of this name, sorted: for a hint."""
        named = ((Kind(path.parent.name, path.stem.rpartition("_")[2], name)) for path in self._paths(name))
        return sorted({kind.version if kind.group == kind.version else kind.api_version for kind in named})

    def _paths(self, name: str) -> Iterator[PurePosixPath]:
        """Yield the paths of the schemas of all kinds of this name, below whatever folders."""
        defined = _by_name(self.definitions).get(name.lower(), ())
        groups = {path.parent.name for path in defined}
        yield from defined
        for place in self._places:
            yield from (path for path in _by_name(place).get(name.lower(), ()) if path.parent.name not in groups)

    def is_own_group(self, group: str) -> bool:
        """Tell whether a group is one of Kubernetes itself, of which every kind is known."""
        version = version_folder(self.minor)
        return any((folder / version / (group or "v1")).is_dir() for folder in (*self.folders, bundled()))

    @property
    def _places(self) -> tuple[Path, ...]:
        return _places(self.minor, self.trainer, self.folders)


@cache
def _places(minor: str, trainer: str, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    version, older = version_folder(minor), f"{CUSTOM}-trainer-{trainer}"
    user = [place for folder in folders for place in (folder / version, folder)]
    return (*user, bundled() / version, bundled() / older, bundled() / CUSTOM)


@cache
def _by_name(place: Definitions | Path) -> dict[str, list[PurePosixPath]]:
    """Return the paths of all schemas of a place by the kind's name in lower case: a file may have many other kinds."""
    paths = place.glob("*/*_*.json") if isinstance(place, Path) else place.schemas
    found: dict[str, list[PurePosixPath]] = {}
    for path in map(PurePosixPath, paths):
        found.setdefault(path.name.partition("_")[0], []).append(path)
    return found


@cache
def _found(places: tuple[Path, ...], kind: Kind) -> Validator | None:
    paths = (folder / kind.path for folder in places)
    return next((_read(path) for path in paths if path.is_file()), None)


@cache
def _read(path: Path) -> Validator:
    schema: Schema = json.loads(path.read_bytes())
    try:
        return Validator(schema, is_sound=path.is_relative_to(bundled()))
    except ValueError as error:
        raise ValueError(f"the schema `{path}` can't be used: {error}") from error
