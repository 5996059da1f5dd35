"""Patches of a kustomization: files with a part of an object, which never reach an API server by themselves.

Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from render.source import Text, load_documents, read_file

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_MOST_BYTES = 1_000_000
_KEPT = 1_000


def is_kustomize_patch(file: str) -> bool:
    """Return True if a kustomization in the folder of a file, or in the folder above, names the file as a patch."""
    path = Path(file)
    return any(path in _patches(folder) for folder in path.parents[:2])


@lru_cache(_KEPT)
def _patches(folder: Path) -> frozenset[Path]:
    """Return the files that the kustomization of a folder names as patches; none where it can't be read."""
    file = next((file for name in _NAMES if (file := folder / name).is_file()), None)
    text = read_file(str(file), _MOST_BYTES) if file is not None else None
    if not isinstance(text, Text):
        return frozenset()
    documents = (document for document, _ in load_documents(text))
    values = [document.root.data for document in documents if document.root is not None]
    return frozenset(folder / name for value in values for name in _names(value))


def _names(kustomization: Any) -> Iterator[str]:
    for key in ("patches", "patchesJson6902", "patchesStrategicMerge") if isinstance(kustomization, dict) else ():
        patches = kustomization.get(key)
        for patch in patches if isinstance(patches, list) else ():
            name = patch.get("path") if isinstance(patch, dict) else patch
            if isinstance(name, str) and "\n" not in name:
                yield name.removeprefix("./")
