"""Patches of a kustomization: files with a part of an object, which never reach an API server by themselves.

Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from render.source import FileReader, Text, load_documents

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")


class KustomizePatches:
    """The patches of the kustomizations near some files; each kustomization is read once."""

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
