"""A chart without its schema: Helm compiles the schema again for every render, which is half of the time."""

from pathlib import Path
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA, Chart
from render.engine.quiet import quiet

FILES = "files"
TYPED = "files/typed"
"""What our chart looks for (templates/_spec.tpl)."""


def without_schema(path: Path) -> helm_python.Chart:
    """Return a chart without its own schema; its subcharts keep theirs. Raises HelmError.

    Read through links to everything else that its folder has: to copy it would take longer than to render it.
    """
    return _without(path, {SCHEMA})


def for_judging(chart: Chart) -> helm_python.Chart:
    """Return a chart for values that its schema has accepted. Raises HelmError.

    Our own one has empty scripts, which are the same whatever a spec says, and most of what it renders; and it is told
    that the types of the values are right, which else takes it a third of its time to find out.
    """
    return _without(chart.path, {SCHEMA, FILES}) if chart == Chart.bundled() else without_schema(chart.path)


def _without(path: Path, left_out: set[str]) -> helm_python.Chart:
    with TemporaryDirectory(prefix="render-") as folder:
        source = Path(helm_python.Chart.load(path).save_dir(folder)) if path.is_file() else path.absolute()
        copy = Path(folder, "schemaless")
        copy.mkdir()
        for entry in source.iterdir():
            if entry.name not in left_out:
                (copy / entry.name).symlink_to(entry)
            elif entry.is_dir():
                _hollow(entry, copy / entry.name)
                (copy / TYPED).write_text("yes", encoding="utf-8")
        with quiet():  # Helm logs every link
            return helm_python.Chart.load(copy)


def _hollow(source: Path, copy: Path) -> None:
    """Make the files of a folder once more, with nothing in them."""
    copy.mkdir()
    for entry in source.iterdir():
        if entry.is_dir():
            _hollow(entry, copy / entry.name)
        else:
            (copy / entry.name).touch()
