"""A chart without its schema: Helm compiles the schema again for every render, which is half of the time."""

from pathlib import Path
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA


def without_schema(chart: helm_python.Chart) -> helm_python.Chart:
    """Return a copy of a loaded chart without its own schema; its subcharts keep theirs."""
    with TemporaryDirectory(prefix="render-") as folder:
        copy = Path(chart.save_dir(folder))
        (copy / SCHEMA).unlink(missing_ok=True)
        return helm_python.Chart.load(copy)
