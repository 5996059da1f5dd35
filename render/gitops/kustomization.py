"""Kustomizations in the folders around a file: the ConfigMaps that they generate, and their patches.

Sources: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/ and
https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
"""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from render.manifests.fields import items_at, mapping_at, text_at
from render.source import FileReader, Text, load_documents

if TYPE_CHECKING:  # the patches need no repository
    from render.gitops.repository import Repository

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")


class GeneratedConfigMap(NamedTuple):
    """A ConfigMap generated from files."""

    files: Mapping[str, str]
    """Paths by key, as in the kustomization: relative to its folder."""
    folder: PurePosixPath
    is_hashed: bool
    """True if its name gets a hash, and no `configurations` add the hash to references in other objects."""


def find_generated(repository: "Repository", file: PurePosixPath, name: str) -> GeneratedConfigMap | None:
    """Return the ConfigMap with a name that the nearest kustomization around a file generates, or None."""
    for folder, data in _around(repository, file):
        for _, generator in items_at(data, "configMapGenerator"):
            if text_at(generator, "name") == name:
                return GeneratedConfigMap(dict(_files(generator)), folder, _is_hashed(data, mapping_at(generator)))
    return None


def kustomize_namespace(repository: "Repository", file: PurePosixPath) -> str | None:
    """Return the namespace that the kustomization in the folder of a file sets, or None."""
    for folder, data in _around(repository, file):
        if folder == file.parent:
            return text_at(data, "namespace") or None
    return None


def _around(repository: "Repository", file: PurePosixPath) -> Iterator[tuple[PurePosixPath, Mapping[str, Any]]]:
    for folder in file.parents:
        for name in _NAMES:
            if repository.has_file(folder / name):
                yield folder, mapping_at(repository.data(folder / name))


def _files(generator: Any) -> Iterator[tuple[str, str]]:
    for _, written in items_at(generator, "files"):
        key, equals, path = str(written).partition("=")
        yield (key, path) if equals else (PurePosixPath(key).name, key)


def _is_hashed(data: Mapping[str, Any], generator: Mapping[str, Any]) -> bool:
    options = {**mapping_at(data, "generatorOptions"), **mapping_at(generator, "options")}
    return options.get("disableNameSuffixHash") is not True and "configurations" not in data


class KustomizePatches:
    """The patches of the kustomizations near some files; each kustomization is read once.

    A patch is a part of an object, which never reaches an API server by itself.
    """

    def __init__(self, reader: FileReader) -> None:
        """Start with the files that a reader has."""
        self._reader = reader
        self._known: dict[Path, frozenset[Path]] = {}

    def __contains__(self, file: str) -> bool:
        """Return True if a kustomization in the folder of a file, or in the folder above, names the file as a patch."""
        path = Path(file)
        return any(path in self._patches(folder) for folder in path.parents[:2])

    def _patches(self, folder: Path) -> frozenset[Path]:
        if folder not in self._known:
            self._known[folder] = frozenset(folder / name for name in self._named(folder))
        return self._known[folder]

    def _named(self, folder: Path) -> Iterator[str]:
        """Yield the files that the kustomization of a folder names as patches; none where it can't be read."""
        file = next((file for name in _NAMES if (file := folder / name).is_file()), None)
        text = self._reader.read(str(file)) if file is not None else None
        if isinstance(text, Text):
            for document, _ in load_documents(text):
                yield from _names(document.root.data if document.root is not None else None)


def _names(kustomization: Any) -> Iterator[str]:
    for key in ("patches", "patchesJson6902", "patchesStrategicMerge") if isinstance(kustomization, dict) else ():
        patches = kustomization.get(key)
        for patch in patches if isinstance(patches, list) else ():
            name = patch.get("path") if isinstance(patch, dict) else patch
            if isinstance(name, str) and "\n" not in name:
                yield name.removeprefix("./")
