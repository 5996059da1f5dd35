"""What a spec is judged by is what it renders: only the scripts, which are the same for all, are left empty."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from render import engine
from render.engine import Chart, Refused, Release
from render.engine.embedded import Embedded
from render.source import Text, documents

CHECKOUT = Path(__file__).parents[2]
SPECS = sorted(CHECKOUT.glob("examples/*/spec.yaml"))
BACKEND = Embedded()


def objects(texts: list[str]) -> list[Any]:
    found = [document.root.data for text in texts for document, _ in documents(Text("a", text)) if document.root]
    scripts = [item for item in found if item and item["metadata"]["name"].endswith("-scripts")]
    for item in scripts:
        assert item["data"]
        item["data"] = dict.fromkeys(item["data"])
    return sorted(filter(None, found), key=yaml.dump)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_what_is_judged_is_what_is_rendered(path: Path) -> None:
    values = engine.values([path.read_text(encoding="utf-8")])
    rendered = BACKEND.template(Chart.bundled(), values, "run", "default", hooks=True)
    [judged] = BACKEND.files(Chart.bundled(), [Release(values, "run")], scripts=False)
    assert not isinstance(judged, Refused)
    assert objects(list(judged.values())) == objects([rendered])


def test_what_templates_read_is_there() -> None:
    """An impossible floor is refused by the table of the smoke test's scripts."""
    table = json.loads(Chart.bundled().read("files/nccl/busbw.json") or "")
    row = next(row for row in table["rows"] if row["ceiling"] and row["algorithm"] == "auto")
    tested = {"mode": "only", "gpu": row["gpu"], "fabric": row["fabric"], "minBusbw": row["ceiling"] + 1}
    size = {"numNodes": row["nodes"], "numProcPerNode": row["procs"]}
    release = Release({"image": "i", "command": ["c"], "smokeTest": tested, **size}, "run")
    refused = BACKEND.files(Chart.bundled(), [release, release], scripts=False)
    assert [one.refusals[0].pointer for one in refused if isinstance(one, Refused)] == ["/smokeTest/minBusbw"] * 2
