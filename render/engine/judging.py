"""Charts that render what a spec is judged by, and as little else as can be."""

import tarfile
from collections.abc import Mapping
from io import BytesIO

import helm_python

from render.engine.chart import DEFAULTS, DEFINITION, NAME, Chart
from render.engine.schemaless import without_schema

_READ = (DEFINITION, DEFAULTS, "templates/**/*.tpl", "templates/**/*.txt", "templates/**/*.yaml", "files/**/*.json")
"""What a render reads; other files are only rendered."""

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
    source = chart.path
    read = {file: file.read_bytes() for form in _READ for file in source.glob(form)}
    scripts = {file: b"" for file in source.glob("files/**/*") if file.is_file() and file.suffix != ".pyc"}
    files = {file.relative_to(source).as_posix(): content for file, content in {**scripts, **read}.items()}
    return {**files, _TYPED: b"yes"}


def packed(files: Mapping[str, bytes]) -> helm_python.Chart:
    """Return our own chart with other files. Raises HelmError.

    Out of memory: to write a hundred files takes longer than to render them.
    """
    stream = BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=0) as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return helm_python.Chart.load_archive(stream.getvalue())
