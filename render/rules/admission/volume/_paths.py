"""Paths that must stay below a folder."""

from collections.abc import Iterator

from render.rules.admission._refusal import invalid
from render.rules.rule import Finding
from render.shape.mistake import Path


def descending(place: Path, path: str) -> Iterator[Finding]:
    """Yield that a path is absolute, or leads up."""
    if path.startswith("/"):
        yield invalid(place, path, "must be a relative path")
    yield from without_backsteps(place, path)


def without_backsteps(place: Path, path: str) -> Iterator[Finding]:
    """Yield that a path leads up."""
    if ".." in path.split("/"):
        yield invalid(place, path, "must not contain '..'")


def file_name(place: Path, path: str) -> Iterator[Finding]:
    """Yield that a path can't be a file of a volume: those with two dots in front are the kubelet's own."""
    yield from descending(place, path)
    if path.startswith("..") and not path.startswith("../"):
        yield invalid(place, path, "must not start with '..'")
