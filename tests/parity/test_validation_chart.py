"""What a spec is judged by is what it renders: only the scripts, which are the same for all, are left empty."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from render import engine
from render.engine import Chart, Release, RenderRejected
from render.engine.helm_library import HelmLibrary
from render.source import Text, load_documents

CHECKOUT = Path(__file__).parents[2]
REFUSED = sorted((CHECKOUT / "tests" / "chart" / "err").glob("[cd]*/*.yaml"))
"""Specs that the schema accepts and the chart refuses."""
SPECS = sorted(CHECKOUT.glob("examples/*/spec.yaml"))
BACKEND = HelmLibrary()


def objects(texts: list[str]) -> list[Any]:
    found = [document.root.data for text in texts for document, _ in load_documents(Text("a", text)) if document.root]
    scripts = [item for item in found if item and item["metadata"]["name"].endswith("-scripts")]
    for item in scripts:
        assert item["data"]
        item["data"] = dict.fromkeys(item["data"])
    return sorted(filter(None, found), key=yaml.dump)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_what_is_checked_is_what_is_rendered(path: Path) -> None:
    values = engine.merge_values([path.read_text(encoding="utf-8")])
    rendered = BACKEND.template(Chart.bundled(), values, "run", "default", hooks=True)
    [judged] = BACKEND.files(Chart.bundled(), [Release(values, "run")], scripts=False)
    assert not isinstance(judged, RenderRejected)
    assert objects(list(judged.values())) == objects([rendered])


def test_both_charts_refuse_the_same() -> None:
    """The marker `files/typed` skips only the check of types: other reasons are the same, with place and hint."""
    assert len(REFUSED) > 60
    for path in REFUSED:
        release = Release(engine.merge_values([path.read_text(encoding="utf-8")]), path.stem)
        [trimmed], [whole] = (BACKEND.files(Chart.bundled(), [release], scripts=scripts) for scripts in (False, True))
        assert isinstance(trimmed, RenderRejected), path
        assert isinstance(whole, RenderRejected), path
        assert trimmed.rejections == whole.rejections, path


def test_what_templates_read_is_there() -> None:
    """An impossible floor is refused by the table of the smoke test's scripts."""
    table = json.loads(Chart.bundled().read("files/nccl/busbw.json") or "")
    row = next(row for row in table["rows"] if row["ceiling"] and row["algorithm"] == "auto")
    tested = {"mode": "only", "gpu": row["gpu"], "fabric": row["fabric"], "minBusbw": row["ceiling"] + 1}
    size = {"numNodes": row["nodes"], "numProcPerNode": row["procs"]}
    release = Release({"image": "i", "command": ["c"], "smokeTest": tested, **size}, "run")
    refused = BACKEND.files(Chart.bundled(), [release, release], scripts=False)
    assert [one.rejections[0].pointer for one in refused if isinstance(one, RenderRejected)] == [
        "/smokeTest/minBusbw"
    ] * 2
