"""The files of a folder that may hold specs or manifests."""

import os
from collections.abc import Iterator
from pathlib import Path

from render.problem import Problem
from render.source.codes import CHART, LINK_OUT, UNREADABLE

SUFFIXES = frozenset([".json", ".yaml", ".yml"])

CHART_FILE = "Chart.yaml"
"""What makes a folder a Helm chart."""
OF_A_CHART = frozenset(["values.yaml", "values.schema.json", "templates"])
"""What Helm reads of a chart by itself; other files beside it may be specs."""


def files(folder: Path) -> Iterator[Path | Problem]:
    """Yield a folder's files by path, hidden ones and those of charts left out, then what can't be read.

    No link leads out of the folder; what a link to a folder in it leads to is visited where it is.
    """
    errors: list[OSError] = []
    top = os.path.realpath(folder)
    for path in sorted(_candidates(folder, errors)):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
            yield LINK_OUT.problem("is a link out of the folder, skipped", file=str(path))
        elif path.name == CHART_FILE:
            yield CHART.problem("is a Helm chart: its templates and defaults are skipped", file=str(path.parent))
        elif not path.is_dir():
            yield path
    for error in errors:
        yield UNREADABLE.problem(f"can't be read: {(error.strerror or str(error)).lower()}", file=error.filename)


def _candidates(folder: Path, errors: list[OSError]) -> Iterator[Path]:
    """Yield the files by suffix, and the links to folders: those are not followed."""
    for parent, folders, names in os.walk(folder, onerror=errors.append):
        left_out = OF_A_CHART if CHART_FILE in names else frozenset()
        folders[:] = [name for name in folders if not name.startswith(".") and name not in left_out]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in [*(name for name in names if name not in left_out), *links]:
            path = Path(parent, name)
            if not name.startswith(".") and (path.suffix in SUFFIXES or name in links):
                yield path
