"""Charts that render what the checks of one or several specs need, and as little else as possible.

Helm parses every template for every render, which takes half of the time of a render.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import helm_python

from render.engine.chart import DEFAULTS, DEFINITION, NAME, SCHEMA, Chart
from render.engine.manifest_order import manifest_files
from render.engine.merge import with_chart_defaults
from render.engine.release import Files, Release
from render.engine.silence_stderr import silence_stderr

_READ = (".json", ".tpl", ".txt", ".yaml")
"""Suffixes of the files below `templates` and `files` that a render reads; others are only copied, or not used."""

_TYPED = "files/typed"
"""File that the bundled chart looks for (templates/_spec.tpl)."""


def load_for_validation(chart: Chart) -> helm_python.Chart:
    """Return a chart for values that its schema accepts. Raises EngineError, HelmError, OSError."""
    return pack(validation_files(chart)) if chart == Chart.bundled() else without_schema(chart.path)


@cache
def validation_files(chart: Chart) -> Mapping[str, bytes]:
    """Return the files of the bundled chart, by path, for values whose types are known to be right.

    A file tells the chart to skip its check of the types, which takes a third of a render. The scripts, which don't
    depend on the spec and are most of the output, are empty. Raises EngineError, OSError.
    """
    files = {name: (chart.read(name) or "").encode() for name in (DEFINITION, DEFAULTS)}
    for path in chain.from_iterable(_below(chart.path, folder) for folder in ("files", "templates")):
        files[path] = _read(f"{chart.path}/{path}") if path.endswith(_READ) else b""
    return {**files, _TYPED: b"yes"}


def _below(root: Path, folder: str) -> Iterator[str]:
    for where, _, names in os.walk(root / folder):
        inside = where[len(str(root)) + 1 :].replace(os.sep, "/")
        yield from (f"{inside}/{name}" for name in names if not name.endswith(".pyc"))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - a Path takes twice as long, for a hundred files
        return file.read()


def pack(files: Mapping[str, bytes]) -> helm_python.Chart:
    """Return the bundled chart with these files. Raises HelmError.

    The archive is built in memory, since writing a hundred files takes longer than rendering them.
    """
    import gzip  # with tarfile 3% of a `render template`, which packs nothing
    import tarfile

    entries: list[bytes] = []
    for path, content in files.items():
        entry = tarfile.TarInfo(f"{NAME}/{path}")
        entry.size = len(content)
        padding = bytes(-len(content) % tarfile.BLOCKSIZE)
        entries += (entry.tobuf(tarfile.USTAR_FORMAT), content, padding)
    return helm_python.Chart.load_archive(gzip.compress(b"".join(entries), 0))


def without_schema(path: Path) -> helm_python.Chart:
    """Return a chart without its own schema; its subcharts keep theirs. Raises HelmError.

    It is loaded from a folder of links to its other files, since copying them takes longer than rendering them.
    """
    from tempfile import TemporaryDirectory  # not needed for the bundled chart

    with TemporaryDirectory(prefix="render-") as folder:
        source = Path(helm_python.Chart.load(path).save_dir(folder)) if path.is_file() else path.absolute()
        copy = Path(folder, "schemaless")
        copy.mkdir()
        for entry in source.iterdir():
            if entry.name != SCHEMA:
                (copy / entry.name).symlink_to(entry)
        with silence_stderr():  # Helm logs every link
            return helm_python.Chart.load(copy)


TEMPLATES = "templates/"

_DRIVER = """\
{{- range .Values.releases }}
{{- $root := dict "Chart" $.Chart "Files" $.Files "Release" (merge .release $.Release) "Values" .values }}
{{- $files := dict }}
%s
{{ toJson $files }}
{{- end }}
"""
"""The only template that is rendered: prints a line of JSON for each release, its files by path."""

_FILE = """{{- $_ := set $files "%s" (include "%s" $root | replace "<no value>" "") }}"""
"""The steps of Helm for a file: render it, and remove Go's text for a missing value."""


def load_batch_chart(chart: Chart) -> helm_python.Chart:
    """Return the bundled chart in the variant that renders several releases at once.

    Helm parses a file whose name starts with an underscore, so that others can include it, but does not render it.
    Raises EngineError, HelmError, OSError.
    """
    files = validation_files(chart)
    templates = {path: content for path, content in files.items() if path.startswith(TEMPLATES)}
    others = {path: content for path, content in files.items() if path not in templates}
    hidden = {path: "{0}/_{2}".format(*path.rpartition("/")) for path in templates}
    rendered = manifest_files({f"{NAME}/{path}": f"{NAME}/{name}" for path, name in hidden.items()})
    driver = _DRIVER % "\n".join(_FILE % pair for pair in rendered.items())
    parsed = {hidden[path]: content for path, content in templates.items()}
    return pack({**others, **parsed, f"{TEMPLATES}releases.yaml": driver.encode()})


def batch_values(releases: Sequence[Release], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for a render of several releases; `defaults` are the defaults of the bundled chart."""
    return {
        "releases": [
            {
                "release": {"Name": release.name, "Namespace": release.namespace},
                "values": with_chart_defaults(defaults, release.values),
            }
            for release in releases
        ]
    }


def split_output(text: str) -> list[Files]:
    """Return the files of each release, from the text of a render of several releases."""
    return [json.loads(line) for line in text.split("\n") if line]
