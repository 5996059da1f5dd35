"""Several releases of our own chart in one render: Helm parses every template for every render, half of its time."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import helm_python

from render.engine.chart import DEFAULTS, NAME, SCHEMA, Chart
from render.engine.judging import link_judging
from render.engine.order import of_manifests
from render.engine.release import Files, Release
from render.engine.schemaless import loaded
from render.engine.sets import with_defaults

TEMPLATES = "templates"

_DRIVER = """\
{{- range .Values.releases }}
{{- $root := dict "Chart" $.Chart "Files" $.Files "Release" (merge .release $.Release) "Values" .values }}
{{- $files := dict }}
%s
{{ toJson $files }}
{{- end }}
"""
"""The only template that is rendered: a line of JSON for each release, its files by path."""

_FILE = """{{- $_ := set $files "%s" (include "%s" $root | replace "<no value>" "") }}"""
"""What Helm does with a file: Go's words for a value that is missing are taken out."""


def for_judging_together(chart: Chart) -> helm_python.Chart:
    """Return our own chart as it judges several releases at once. Raises HelmError.

    Helm parses a file whose name starts with an underscore, for others to include, and does not render it.
    """
    source = chart.path.absolute()
    with TemporaryDirectory(prefix="render-") as folder:
        copy = Path(folder, "together")
        link_judging(source, copy, {SCHEMA, DEFAULTS, TEMPLATES})
        hidden = {}
        for file in (file for file in source.glob(f"{TEMPLATES}/**/*") if file.is_file()):
            path = file.relative_to(source)
            hidden[f"{NAME}/{path.as_posix()}"] = f"{NAME}/{path.with_name(f'_{file.name}').as_posix()}"
            link = copy / path.with_name(f"_{file.name}")
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file)
        files = "\n".join(_FILE % pair for pair in of_manifests(hidden).items())
        (copy / TEMPLATES / "releases.yaml").write_text(_DRIVER % files, encoding="utf-8")
        return loaded(copy)


def together(releases: Sequence[Release], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with which that chart renders releases; `defaults` are those of our own one."""
    return {
        "releases": [
            {
                "release": {"Name": release.name, "Namespace": release.namespace},
                "values": with_defaults(defaults, release.values),
            }
            for release in releases
        ]
    }


def apart(text: str) -> list[Files]:
    """Return what each release renders, from the text that they render together."""
    return [json.loads(line) for line in text.split("\n") if line]
