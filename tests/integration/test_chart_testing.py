"""The chart under the real `ct lint`: helm lint on every file of ci/, yamllint, yamale, and the version's increment."""

import importlib.util
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.chart.helm import CHART
from tests.conftest import CHECKOUT
from tests.integration.source import commit, git


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository with the chart."""
    origin = tmp_path / "origin"
    shutil.copytree(CHART, origin / "charts" / CHART.name, ignore=shutil.ignore_patterns("__pycache__"))
    (origin / "ci").mkdir()
    shutil.copy(CHECKOUT / "ci" / "ct.yaml", origin / "ci")
    commit(origin)
    git(tmp_path, "clone", "--quiet", str(origin), "clone")
    return tmp_path / "clone"


def lint(ct: Path, helm: Path, clone: Path, *options: str) -> tuple[int, str]:
    if importlib.util.find_spec("yamllint") is None:
        reason = "yamllint is not installed: the extra `integration` has it"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    settings = ["--chart-yaml-schema", str(ct.with_name("chart_schema.yaml"))]
    settings += ["--lint-conf", str(ct.with_name("lintconf.yaml"))]
    path = os.pathsep.join([str(helm.parent), sysconfig.get_path("scripts"), os.defpath])
    command = [str(ct), "lint", "--config", "ci/ct.yaml", *settings, *options]
    environment = {"PATH": path, "HOME": str(clone.parent)}
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_chart_is_clean(ct: Path, helm: Path, clone: Path) -> None:
    status, said = lint(ct, helm, clone, "--all")
    assert status == 0, said
    values = sorted(path.name for path in (CHART / "ci").glob("*-values.yaml"))
    assert sorted(re.findall(r'values file "charts/training-job/ci/(.+?)"', said)) == values
    assert set(re.findall(r"^\[(?:WARNING|ERROR|INFO)] (.*)", said, re.MULTILINE)) == {
        "Chart.yaml: icon is recommended"
    }


@pytest.mark.parametrize(("version", "status"), [("0.1.0", 1), ("99.0.0", 0)])
def test_a_changed_chart_needs_a_new_version(ct: Path, helm: Path, clone: Path, version: str, status: int) -> None:
    definition = clone / "charts" / CHART.name / "Chart.yaml"
    text = definition.read_text(encoding="utf-8").replace("version: 0.1.0\n", f"version: {version}\n", 1)
    definition.write_text(text.replace("description: One", "description: A"), encoding="utf-8")
    commit(clone)
    found, said = lint(ct, helm, clone)
    assert found == status, said
    assert ("Needs a version bump" in said) is bool(status)
