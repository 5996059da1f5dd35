"""ConfigMaps that Kustomize generates from files, in the folders around a HelmRelease.

Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from render.gitops.fields import items_at, mapping_at, text_at
from render.gitops.repository import Repository

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")


class GeneratedConfigMap(NamedTuple):
    """A ConfigMap generated from files."""

    files: Mapping[str, str]
    """Paths by key, as in the kustomization: relative to its folder."""
    folder: PurePosixPath
    is_hashed: bool
    """True if its name gets a hash, and no `configurations` add the hash to references in other objects."""


def find_generated(repository: Repository, file: PurePosixPath, name: str) -> GeneratedConfigMap | None:
    """Return the ConfigMap with a name that the nearest kustomization around a file generates, or None."""
    for folder, data in _around(repository, file):
        for _, generator in items_at(data, "configMapGenerator"):
            if text_at(generator, "name") == name:
                return GeneratedConfigMap(dict(_files(generator)), folder, _is_hashed(data, mapping_at(generator)))
    return None


def kustomize_namespace(repository: Repository, file: PurePosixPath) -> str | None:
    """Return the namespace that the kustomization in the folder of a file sets, or None."""
    for folder, data in _around(repository, file):
        if folder == file.parent:
            return text_at(data, "namespace") or None
    return None


def _around(repository: Repository, file: PurePosixPath) -> Iterator[tuple[PurePosixPath, Mapping[str, Any]]]:
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
