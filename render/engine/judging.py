"""Charts that render what a spec is judged by, and as little else as can be."""

import gzip
import os
import tarfile
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import helm_python

from render.engine.chart import DEFAULTS, DEFINITION, NAME, Chart
from render.engine.schemaless import without_schema

_READ = (".json", ".tpl", ".txt", ".yaml")
"""The files that a render reads below `templates` and `files`; others are only rendered, or of no use to it."""

_TYPED = "files/typed"
"""What our chart looks for (templates/_spec.tpl)."""


def for_judging(chart: Chart) -> helm_python.Chart:
    """Return a chart for values that its schema has accepted. Raises HelmError, OSError."""
    return packed(judging(chart)) if chart == Chart.bundled() else without_schema(chart.path)


def judging(chart: Chart) -> dict[str, bytes]:
    """Return the files of our own chart, by path, for values whose types are known to be right. Raises OSError.

    It is told so, which else takes it a third of its time to find out; and its scripts, which are the same whatever
    a spec says, and most of what it renders, are empty.
    """
    files = {name: (chart.path / name).read_bytes() for name in (DEFINITION, DEFAULTS)}
    for path in chain.from_iterable(_below(chart.path, folder) for folder in ("files", "templates")):
        files[path] = _read(f"{chart.path}/{path}") if path.endswith(_READ) else b""
    return {**files, _TYPED: b"yes"}


def _below(root: Path, folder: str) -> Iterator[str]:
    for where, _, names in os.walk(root / folder):
        inside = where[len(str(root)) + 1 :].replace(os.sep, "/")
        yield from (f"{inside}/{name}" for name in names if not name.endswith(".pyc"))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - a Path takes twice as long, a hundred times
        return file.read()


def packed(files: Mapping[str, bytes]) -> helm_python.Chart:
    """Return our own chart with other files. Raises HelmError.

    Out of memory: to write a hundred files takes longer than to render them.
    """
    entries: list[bytes] = []
    for path, content in files.items():
        entry = tarfile.TarInfo(f"{NAME}/{path}")
        entry.size = len(content)
        padding = bytes(-len(content) % tarfile.BLOCKSIZE)
        entries += (entry.tobuf(tarfile.USTAR_FORMAT), content, padding)
    return helm_python.Chart.load_archive(gzip.compress(b"".join(entries), 0))
