"""Several releases of our own chart in one render: Helm parses every template for every render, half of its time."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import helm_python

from render.engine.chart import NAME, Chart
from render.engine.judging import judging, packed
from render.engine.order import of_manifests
from render.engine.release import Files, Release
from render.engine.sets import with_defaults

TEMPLATES = "templates/"

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
    """Return our own chart as it judges several releases at once. Raises HelmError, OSError.

    Helm parses a file whose name starts with an underscore, for others to include, and does not render it.
    """
    files = judging(chart)
    templates = {path: files.pop(path) for path in list(files) if path.startswith(TEMPLATES)}
    hidden = {path: "{0}/_{2}".format(*path.rpartition("/")) for path in templates}
    rendered = of_manifests({f"{NAME}/{path}": f"{NAME}/{name}" for path, name in hidden.items()})
    driver = _DRIVER % "\n".join(_FILE % pair for pair in rendered.items())
    parsed = {hidden[path]: content for path, content in templates.items()}
    return packed({**files, **parsed, f"{TEMPLATES}releases.yaml": driver.encode()})


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
