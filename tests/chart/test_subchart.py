"""The chart inside an umbrella chart: twice under two names, switched off, beside global values."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.engine import Chart, template
from tests.chart.helm import CHART, NAMESPACE, Helm, Object, objects

VERSION = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))["version"]


def dependency(**fields: str) -> Object:
    return {"name": "training-job", "version": VERSION, "repository": f"file://{CHART}", **fields}


def umbrella(folder: Path, helm: Helm, *dependencies: Object) -> Path:
    """Build a chart of charts in a folder."""
    chart = folder / "umbrella"
    chart.mkdir()
    metadata = {"apiVersion": "v2", "name": "umbrella", "version": "0.1.0", "dependencies": dependencies}
    (chart / "Chart.yaml").write_text(json.dumps(metadata), encoding="utf-8")
    helm.run("dependency", "build", chart)
    return chart


def rendered(folder: Path, helm: Helm, chart: Path, values: Object) -> str:
    """The manifests, the same with both engines."""
    (folder / "values.yaml").write_text(json.dumps(values), encoding="utf-8")
    text = helm.template(chart, "-f", folder / "values.yaml")
    assert template(Chart(chart), values, "run", NAMESPACE, engine="embedded") == text
    return text


def names(text: str) -> set[tuple[str, str]]:
    return {(found["kind"], found["metadata"]["name"]) for found in objects(text) if found["kind"] != "ConfigMap"}


def test_values_of_the_umbrella(helm4: Helm, tmp_path: Path) -> None:
    chart = umbrella(tmp_path, helm4, dependency())
    values = {"global": {"region": "eu"}, "training-job": {"image": "train:1", "name": "small", "numNodes": 2}}
    text = rendered(tmp_path, helm4, chart, values)
    assert names(text) == {("JobSet", "small"), ("Service", "small")}
    assert "region" not in text


@pytest.mark.parametrize("enabled", [True, False])
def test_condition(helm4: Helm, tmp_path: Path, *, enabled: bool) -> None:
    chart = umbrella(tmp_path, helm4, dependency(condition="training-job.enabled"))
    text = rendered(tmp_path, helm4, chart, {"training-job": {"enabled": enabled, "image": "train:1"}})
    assert names(text) == ({("JobSet", "run"), ("Service", "run")} if enabled else set())


def test_two_runs_of_one_release(helm4: Helm, tmp_path: Path) -> None:
    chart = umbrella(tmp_path, helm4, dependency(alias="small"), dependency(alias="large"))
    gang: Any = {"image": "train:1", "numNodes": 4, "scheduler": "volcano", "name": "run-large"}
    text = rendered(tmp_path, helm4, chart, {"small": {"image": "train:1", "name": "run-small"}, "large": gang})
    assert names(text) == {
        ("JobSet", "run-small"),
        ("Service", "run-small"),
        ("JobSet", "run-large"),
        ("Service", "run-large"),
        ("PodGroup", "run-large"),
    }


def test_refusal_inside_an_umbrella_says_where(helm4: Helm, tmp_path: Path) -> None:
    chart = umbrella(tmp_path, helm4, dependency())
    (tmp_path / "values.yaml").write_text(json.dumps({"training-job": {"image": "train:1", "nodes": 2}}))
    refusal = helm4.refusal(chart, "-f", tmp_path / "values.yaml")
    assert "training-job:\n- at '': additional properties 'nodes' not allowed" in refusal
