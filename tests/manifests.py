"""The chart's manifests as data, read as Helm reads them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render import engine
from render.engine import Chart
from tests.schema import CHART

TRAINING_JOB = Chart(CHART)
RELEASE = "run"

_HEAD = re.compile(r"^---\n# Source: training-job/templates/(.+)\.yaml\n", re.MULTILINE)

Documents = dict[str, dict[str, Any]]
"""Parsed documents by the name of their template."""


def rendered(values: Mapping[str, Any], name: str = RELEASE) -> str:
    """Return what the embedded engine renders. Raises RenderRejected."""
    return engine.template(TRAINING_JOB, values, name, "team", engine="embedded")


def texts(output: str) -> list[tuple[str, str]]:
    """Return the documents of an output, each after the name of its template."""
    before, *parts = _HEAD.split(output)
    assert before.strip() == "", "text before the first document"  # Helm prints an empty line before what is all hooks
    return list(zip(parts[::2], parts[1::2], strict=True))


def documents(output: str) -> Documents:
    """Return the parsed documents of an output; no template may give two."""
    found = texts(output)
    parsed = {template: engine.merge_values([text], engine="embedded") for template, text in found}
    assert len(parsed) == len(found), "a template renders more than one document"
    return parsed


def manifests(values: Mapping[str, Any], name: str = RELEASE) -> Documents:
    """Return the parsed documents of a spec. Raises RenderRejected."""
    return documents(rendered(values, name))


def containers(parsed: Documents) -> dict[str, dict[str, Any]]:
    """Return every container of the JobSet by its name."""
    pods = [job["template"]["spec"]["template"]["spec"] for job in parsed["jobset"]["spec"]["replicatedJobs"]]
    return {c["name"]: c for pod in pods for kind in ("initContainers", "containers") for c in pod.get(kind, [])}


def leaves(value: object, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield every value that holds no further ones, empty maps and lists among them."""
    if isinstance(value, dict | list) and value:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, child in items:
            yield from leaves(child, (*place, str(key)))
    else:
        yield place, value
