"""Two templates of pods that are the same node of a run, where a spec has one."""

from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.shape.mistake import Path
from render.shape.show import place
from render.spec.codes import NOT_CARRIED


def settle(twin: Rest, model: Rest, of: str, notes: Notes) -> None:
    """Take a template that is to be like another one, which is still whole; tell where they differ. `of` names that."""
    for path in _differences(twin.data, model.data, ()):
        told = (*twin.path, *path)
        notes.add(NOT_CARRIED, told, f"`{place(path)}` is not that of `{of}`, and all nodes of a run are alike")
    twin.clear()


def _differences(data: Any, model: Any, path: Path) -> list[Path]:
    """Return the shortest paths at which two values differ."""
    if isinstance(data, dict) and isinstance(model, dict):
        keys = dict.fromkeys((*data, *model))
        return [found for key in keys for found in _differences(data.get(key), model.get(key), (*path, key))]
    if isinstance(data, list) and isinstance(model, list) and len(data) == len(model):
        pairs = zip(data, model, strict=True)
        return [found for at, (one, other) in enumerate(pairs) for found in _differences(one, other, (*path, at))]
    return [] if data == model else [path]
