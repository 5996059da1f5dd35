"""Charts that render what a spec is judged by, and as little else as can be."""

from collections.abc import Set
from pathlib import Path
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA, Chart
from render.engine.schemaless import link, loaded, without_schema

FILES = "files"
TYPED = "files/typed"
"""What our chart looks for (templates/_spec.tpl)."""


def for_judging(chart: Chart) -> helm_python.Chart:
    """Return a chart for values that its schema has accepted. Raises HelmError."""
    if chart != Chart.bundled():
        return without_schema(chart.path)
    with TemporaryDirectory(prefix="render-") as folder:
        copy = Path(folder, "judged")
        link_judging(chart.path.absolute(), copy, {SCHEMA})
        return loaded(copy)


def link_judging(source: Path, copy: Path, left_out: Set[str]) -> None:
    """Make a folder with links to what our own chart has, for values whose types are known to be right.

    It is told so, which else takes it a third of its time to find out; and its scripts, which are the same whatever
    a spec says, and most of what it renders, are empty.
    """
    link(source, copy, {*left_out, FILES})
    for file in (source / FILES).rglob("*"):
        other = copy / file.relative_to(source)
        other.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".json":  # a table, which templates read
            other.symlink_to(file)
        else:
            other.mkdir() if file.is_dir() else other.touch()
    (copy / TYPED).write_text("yes", encoding="utf-8")
