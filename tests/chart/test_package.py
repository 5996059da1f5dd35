"""The packed chart renders what its folder does, and carries nothing else."""

import tarfile
from pathlib import Path

import pytest

from tests.chart.helm import CHART, VALUES, Helm


@pytest.fixture
def archive(helm4: Helm, tmp_path: Path) -> Path:
    helm4.run("package", CHART, "-d", tmp_path)
    [path] = tmp_path.glob("training-job-*.tgz")
    return path


def test_packed_chart_renders_the_same_bytes(archive: Path, helm4: Helm) -> None:
    assert [helm4.template(archive, "-f", values) for values in VALUES] == [
        helm4.template(CHART, "-f", values) for values in VALUES
    ]


def test_packed_chart_has_what_users_need(archive: Path) -> None:
    with tarfile.open(archive) as packed:
        names = {name.removeprefix("training-job/") for name in packed.getnames()}
    assert {"Chart.yaml", "README.md", "values.yaml", "values.schema.json", "templates/NOTES.txt"} <= names
    assert {name.partition("/")[0] for name in names} == {
        "Chart.yaml",
        "README.md",
        "files",
        "templates",
        "values.yaml",
        "values.schema.json",
        ".helmignore",
    }
