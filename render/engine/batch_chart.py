"""Several releases of the bundled chart in one render.

Helm parses every template for every render, which takes half of the time of a render.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import helm_python

from render.engine.chart import NAME, Chart
from render.engine.manifest_order import manifest_files
from render.engine.merge import with_chart_defaults
from render.engine.release import Files, Release
from render.engine.validation_chart import pack, validation_files

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
