"""Charts without what a render does not need: Helm compiles the schema for every render, which is half of the time."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA, Chart
from render.engine.quiet import quiet

FILES = "files"
TEMPLATES = "templates"
TYPED = "files/typed"
"""What our chart looks for (templates/_spec.tpl)."""
PLUG_INS = {"launchers": "launcher", "schedulers": "scheduler"}
"""Folders of templates of which a spec uses one, with the key that names it."""


def without_schema(path: Path) -> helm_python.Chart:
    """Return a chart without its own schema; its subcharts keep theirs. Raises HelmError.

    Read through links to everything else that its folder has: to copy it would take longer than to render it.
    """
    with TemporaryDirectory(prefix="render-") as folder:
        source = Path(helm_python.Chart.load(path).save_dir(folder)) if path.is_file() else path.absolute()
        copy = Path(folder, "schemaless")
        _link(source, copy, {SCHEMA})
        return _loaded(copy)


def for_judging(chart: Chart, chosen: Mapping[str, str] | None = None) -> helm_python.Chart:
    """Return a chart for values that its schema has accepted. Raises HelmError.

    Our own one has empty scripts, which are the same whatever a spec says, and most of what it renders; and it is told
    that the types of the values are right, which else takes it a third of its time to find out. Of plug-ins it has
    only those that are `chosen`, by folder, where that is said: Helm parses every template for every render.
    """
    if chart != Chart.bundled():
        return without_schema(chart.path)
    source = chart.path.absolute()
    with TemporaryDirectory(prefix="render-") as folder:
        copy = Path(folder, "judged")
        _link(source, copy, {SCHEMA, FILES, TEMPLATES} if chosen else {SCHEMA, FILES})
        for script in (source / FILES).rglob("*"):
            empty = copy / script.relative_to(source)
            empty.parent.mkdir(parents=True, exist_ok=True)
            empty.mkdir() if script.is_dir() else empty.touch()
        (copy / TYPED).write_text("yes", encoding="utf-8")
        if chosen:
            _link(source / TEMPLATES, copy / TEMPLATES, set(chosen))
        for kind, name in (chosen or {}).items():
            plug_ins = source / TEMPLATES / kind
            others = {file.name for file in plug_ins.iterdir()} - {f"_{name}.tpl"}
            _link(plug_ins, copy / TEMPLATES / kind, others)
        return _loaded(copy)


def _link(source: Path, copy: Path, left_out: set[str]) -> None:
    """Make a folder with links to what another one has."""
    copy.mkdir()
    for entry in source.iterdir():
        if entry.name not in left_out:
            (copy / entry.name).symlink_to(entry)


def _loaded(copy: Path) -> helm_python.Chart:
    with quiet():  # Helm logs every link
        return helm_python.Chart.load(copy)
