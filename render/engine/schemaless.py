"""A chart without its schema: Helm compiles the schema again for every render, which is half of the time."""

import io
import tarfile
from tempfile import TemporaryDirectory

import helm_python

from render.engine.chart import SCHEMA


def without_schema(chart: helm_python.Chart) -> helm_python.Chart:
    """Return a copy of a loaded chart without its own schema; its subcharts keep theirs."""
    packed = io.BytesIO()
    with TemporaryDirectory(prefix="render-") as folder:
        archive = chart.save(folder)
        with tarfile.open(archive) as source, tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as copy:
            for member in source:
                if member.name != f"{chart.name}/{SCHEMA}":
                    copy.addfile(member, source.extractfile(member))
    return helm_python.Chart.load_archive(packed.getvalue())
