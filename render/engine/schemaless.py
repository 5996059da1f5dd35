"""Charts without their schema: Helm compiles it for every render, which is half of the time."""

from pathlib import Path

import helm_python

from render.engine.chart import SCHEMA
from render.engine.quiet import quiet


def without_schema(path: Path) -> helm_python.Chart:
    """Return a chart without its own schema; its subcharts keep theirs. Raises HelmError.

    Read through links to everything else that its folder has: to copy it would take longer than to render it.
    """
    from tempfile import TemporaryDirectory  # of no use to our own chart

    with TemporaryDirectory(prefix="render-") as folder:
        source = Path(helm_python.Chart.load(path).save_dir(folder)) if path.is_file() else path.absolute()
        copy = Path(folder, "schemaless")
        copy.mkdir()
        for entry in source.iterdir():
            if entry.name != SCHEMA:
                (copy / entry.name).symlink_to(entry)
        with quiet():  # Helm logs every link
            return helm_python.Chart.load(copy)
