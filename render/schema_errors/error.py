"""Schema errors, and paths into data."""

from typing import Any

from render.kube.schema_error import ErrorKind, Path, SchemaError, json_pointer, parse_pointer

__all__ = ["ErrorKind", "Path", "SchemaError", "existing_ancestor", "get_path", "json_pointer", "parse_pointer"]


def get_path(data: Any, path: Path) -> Any:
    """Return the value at a path; None if it is missing."""
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def existing_ancestor(data: Any, path: Path) -> Path:
    """Return the path, or its closest existing ancestor if it is missing. A null exists."""
    while path and not _is_written(data, path):
        path = path[:-1]
    return path


def _is_written(data: Any, path: Path) -> bool:
    *above, last = path
    holder = get_path(data, tuple(above))
    if isinstance(holder, dict):
        return last in holder
    return isinstance(holder, list) and isinstance(last, int) and last < len(holder)
