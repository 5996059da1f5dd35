"""The ConfigMaps that Kustomize makes of files, around a HelmRelease.

Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from render.gitops.fields import items, mapping, text
from render.gitops.repository import Repository

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")


class Generated(NamedTuple):
    """A ConfigMap made of files."""

    files: Mapping[str, str]
    """By key, as they are written: from the kustomization's folder."""
    folder: PurePosixPath
    is_hashed: bool
    """Whether its name gets a hash, and nothing is told to put that into other objects."""


def generated(repository: Repository, file: PurePosixPath, name: str) -> Generated | None:
    """Return the ConfigMap that the nearest kustomization around a file makes under a name."""
    for folder, data in _around(repository, file):
        for _, generator in items(data, "configMapGenerator"):
            if text(generator, "name") == name:
                return Generated(dict(_files(generator)), folder, _is_hashed(data, mapping(generator)))
    return None


def namespace(repository: Repository, file: PurePosixPath) -> str | None:
    """Return the namespace that the kustomization beside a file gives to its objects."""
    for folder, data in _around(repository, file):
        if folder == file.parent:
            return text(data, "namespace") or None
    return None


def _around(repository: Repository, file: PurePosixPath) -> Iterator[tuple[PurePosixPath, Mapping[str, Any]]]:
    for folder in file.parents:
        for name in _NAMES:
            if repository.has_file(folder / name):
                yield folder, mapping(repository.data(folder / name))


def _files(generator: Any) -> Iterator[tuple[str, str]]:
    for _, written in items(generator, "files"):
        key, equals, path = str(written).partition("=")
        yield (key, path) if equals else (PurePosixPath(key).name, key)


def _is_hashed(data: Mapping[str, Any], generator: Mapping[str, Any]) -> bool:
    options = {**mapping(data, "generatorOptions"), **mapping(generator, "options")}
    return options.get("disableNameSuffixHash") is not True and "configurations" not in data
