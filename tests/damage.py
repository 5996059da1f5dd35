"""What can happen to a manifest, one thing at a time and everywhere: the same for every judge of manifests."""

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

REPLACEMENTS: tuple[Any, ...] = (1.5, "x y", True, None, [], {}, ["x"], {"x": 1})


def damaged(manifest: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies, each with one thing done to one place: another type, null, gone, one field too many.

    The envelope and the namespace stay, so that it is still known where the object belongs.
    """
    for path in _places(manifest):
        for replacement in REPLACEMENTS:
            copied = copy.deepcopy(manifest)
            _at(copied, path[:-1])[path[-1]] = replacement
            yield copied
        if isinstance(_at(manifest, path), dict):
            copied = copy.deepcopy(manifest)
            _at(copied, path)["unknown"] = "x"
            yield copied
        copied = copy.deepcopy(manifest)
        del _at(copied, path[:-1])[path[-1]]
        yield copied


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    if path not in ((), ("apiVersion",), ("kind",), ("metadata",), ("metadata", "namespace")):
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from _places(child, (*path, key))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value
