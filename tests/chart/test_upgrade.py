"""What an upgrade touches: a JobSet cannot change while it exists, so a new chart must leave it alone."""

import shutil
from pathlib import Path

import pytest

from tests.chart.helm import CHART, Helm, Object, each_values, objects, of_kind


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The same chart in a later version."""
    chart = tmp_path / "training-job"
    shutil.copytree(CHART, chart)
    text = (chart / "Chart.yaml").read_text(encoding="utf-8")
    raised = text.replace("ersion: 0.1.0", "ersion: 7.8.9")
    assert raised.count("7.8.9") == 2
    (chart / "Chart.yaml").write_text(raised, encoding="utf-8")
    return chart


@each_values
def test_new_chart_version_changes_labels_of_objects_only(values: Path, newer: Path, helm4: Helm) -> None:
    before, after = (objects(helm4.template(chart, "-f", values)) for chart in (CHART, newer))
    assert [found["metadata"]["labels"].pop("helm.sh/chart") for found in after] == ["training-job-7.8.9"] * len(after)
    for found in before:
        del found["metadata"]["labels"]["helm.sh/chart"]
    assert after == before


def test_changed_variable_is_a_new_object(helm4: Helm) -> None:
    first, same, other = (
        helm4.template(CHART, "--set", "image=train:1", "--set-string", f"env.LEVEL={level}") for level in (1, 1, 2)
    )
    assert first == same
    assert config_map(first) != config_map(other)
    assert [reference(text) for text in (first, other)] == [config_map(first), config_map(other)]


def config_map(text: str) -> str:
    [found] = of_kind(text, "ConfigMap")
    return str(found["metadata"]["name"])


def reference(text: str) -> str:
    [jobset] = of_kind(text, "JobSet")
    pod: Object = jobset["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]
    return str(pod["containers"][0]["envFrom"][-1]["configMapRef"]["name"])
