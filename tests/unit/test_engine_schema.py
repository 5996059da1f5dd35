"""A chart with and without its schema, and the values that the schema sees."""

import subprocess
from pathlib import Path

import helm_python
import pytest

from render import engine
from render.engine import Chart, EngineError, EngineName, RenderRejected
from tests.unit.charts import chart

SCHEMA = '{"properties": {"count": {"type": "integer"}}}'
FILES = {
    ".helmignore": "*.bak\n",
    "values.schema.json": SCHEMA,
    "values.yaml": "count: 1\nsection: {a: 1, b: 2}\nnothing: null\nlist: [1]\n",
    "templates/a.yaml": 'kind: A\ncount: {{ .Values.count }}\nfile: {{ .Files.Get "note.txt" }}\n',
    "templates/b.yaml.bak": '{{ fail "ignored" }}',
    "note.txt": "note",
    "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
    "charts/sub/values.schema.json": '{"required": ["must"]}',
    "charts/sub/templates/s.yaml": "kind: S\nmust: {{ .Values.must }}\n",
}


@pytest.fixture(params=["folder", "packed"])
def demo(request: pytest.FixtureRequest, tmp_path: Path) -> Chart:
    folder = chart(tmp_path, FILES)
    if request.param == "folder":
        return folder
    helm = request.getfixturevalue("helm")
    command = [helm, "package", folder.path, "-d", tmp_path]
    subprocess.run(command, env={"HOME": str(tmp_path)}, capture_output=True, check=True)
    return Chart(tmp_path / "demo-1.0.0.tgz")


def test_without_its_schema_a_chart_renders_the_same(demo: Chart, each_engine: EngineName) -> None:
    values = {"count": 2, "sub": {"must": "x"}}
    texts = [engine.template(demo, values, "run1", schema=schema, engine=each_engine) for schema in (True, False)]
    assert texts[0] == texts[1]
    assert "file: note" in texts[0]


def test_without_its_schema_a_chart_takes_everything(demo: Chart, each_engine: EngineName) -> None:
    values = {"count": "two", "sub": {"must": "x"}}
    with pytest.raises(RenderRejected, match="got string, want integer"):
        engine.template(demo, values, "run1", engine=each_engine)
    assert "count: two" in engine.template(demo, values, "run1", schema=False, engine=each_engine)


def test_a_schema_is_read(demo: Chart, tmp_path: Path) -> None:
    assert demo.schema() == {"properties": {"count": {"type": "integer"}}}
    assert chart(tmp_path / "none", {}).schema() == {}
    with pytest.raises(EngineError, match="can't be read"):
        chart(tmp_path / "broken", {"values.schema.json": "{"}).schema()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "count: null\nother: null\nsection: {a: null, c: null}",
        "section: null",
        "section: {a: {b: null}}\ncount: [1]",
        "nothing: null\nlist: null",
    ],
)
def test_defaults_stay_where_nothing_is_said(text: str, demo: Chart, each_engine: EngineName) -> None:
    values = engine.merge_values([text], engine=each_engine)
    expected = helm_python.Chart.load(demo.path).merge_values(values)
    seen = engine.coalesce_values(demo, values, engine=each_engine)
    assert {**seen, "sub": None} == {**expected, "sub": None}
