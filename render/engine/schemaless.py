"""Charts without their schema: Helm compiles it for every render, which is half of the time."""

from collections.abc import Set
from pathlib import Path
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA
from render.engine.quiet import quiet


def without_schema(path: Path) -> helm_python.Chart:
    """Return a chart without its own schema; its subcharts keep theirs. Raises HelmError.

    Read through links to everything else that its folder has: to copy it would take longer than to render it.
    """
    with TemporaryDirectory(prefix="render-") as folder:
        source = Path(helm_python.Chart.load(path).save_dir(folder)) if path.is_file() else path.absolute()
        copy = Path(folder, "schemaless")
        link(source, copy, {SCHEMA})
        return loaded(copy)


def link(source: Path, copy: Path, left_out: Set[str]) -> None:
    """Make a folder with links to what another one has."""
    copy.mkdir()
    for entry in source.iterdir():
        if entry.name not in left_out:
            (copy / entry.name).symlink_to(entry)


def loaded(copy: Path) -> helm_python.Chart:
    """Load a folder that `link` has made. Raises HelmError."""
    with quiet():  # Helm logs every link
        return helm_python.Chart.load(copy)
