"""Check paths that must stay below a folder."""

from collections.abc import Iterator

from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_relative(place: Path, path: str) -> Iterator[Finding]:
    """Yield a finding if a path is absolute or contains `..`."""
    if path.startswith("/"):
        yield invalid(place, path, "must be a relative path")
    yield from check_no_backsteps(place, path)


def check_no_backsteps(place: Path, path: str) -> Iterator[Finding]:
    """Yield a finding if a path contains `..`."""
    if ".." in path.split("/"):
        yield invalid(place, path, "must not contain '..'")


def check_file_name(place: Path, path: str) -> Iterator[Finding]:
    """Yield a finding if a path cannot be a file of a volume: the kubelet uses names that start with two dots."""
    yield from check_relative(place, path)
    if path.startswith("..") and not path.startswith("../"):
        yield invalid(place, path, "must not start with '..'")
