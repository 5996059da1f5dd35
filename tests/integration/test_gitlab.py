"""The job for GitLab, its inputs put in and its scripts run as GitLab's runner does; no GitLab is to be had here."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.conftest import CHECKOUT
from tests.integration.shadows import lay_shadows
from tests.integration.source import commit, git
from tests.integration.specs import BROKEN, GOOD

HEADER, JOBS = yaml.safe_load_all((CHECKOUT / "ci/gitlab/render.yml").read_text(encoding="utf-8"))
INPUTS = HEADER["spec"]["inputs"]
_INPUT = re.compile(r"\$\[\[ inputs\.(\w+) ]]")


@dataclass(frozen=True)
class Runner:
    """What runs a job in the checkout of a repository."""

    project: Path
    before: str
    """What the job's `before_script` has left in the shell."""

    def run(self, **inputs: str) -> tuple[int, str]:
        """Run the job's script and return the status and the log."""
        return _run(self.project, "script", before=self.before, **inputs)


def _run(folder: Path, part: str, *, before: str = "", after: str = "", **inputs: str) -> tuple[int, str]:
    """Run a part of the job as GitLab's runner does: its lines are one script."""
    job = _filled(JOBS["render validate"], inputs)
    script = "\n".join(["set -eo pipefail", before, *job[part], after])
    variables = {name: variable["value"] for name, variable in job["variables"].items()}
    done = subprocess.run(
        ["bash", "-c", f"eval {shlex.quote(script)}"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder.parent), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def _filled(value: Any, inputs: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, inputs) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, inputs) for item in value]
    if not isinstance(value, str):
        return value
    return _INPUT.sub(lambda match: inputs.get(match[1], INPUTS[match[1]].get("default", "")), value)


@pytest.fixture(scope="module")
def prepared(source: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("gitlab")
    imported = lay_shadows(folder)
    inputs = {"repository": str(source), "commit": git(source, "rev-parse", "HEAD")}
    status, log = _run(folder, "before_script", after="declare -p venv", **inputs)
    assert status == 0, log
    assert not imported.exists(), imported.read_text(encoding="utf-8")
    return log


@pytest.fixture
def runner(prepared: str, tmp_path: Path) -> Runner:
    project = tmp_path / "project"
    (project / "specs").mkdir(parents=True)
    (project / "specs" / "good.yaml").write_text(GOOD, encoding="utf-8")
    (project / "specs" / "bad one.yaml").write_text(BROKEN, encoding="utf-8")
    commit(project)
    return Runner(project, prepared)


def test_the_reports_say_what_the_log_says(runner: Runner) -> None:
    status, log = runner.run()
    assert status == 1
    assert log.startswith("specs/bad one.yaml:4:1: error SCH010 unknown key `numNode`")
    reports = JOBS["render validate"]["artifacts"]["reports"]
    (issue,) = json.loads((runner.project / reports["codequality"]).read_text())
    assert (issue["check_name"], issue["location"]["path"]) == ("SCH010", "specs/bad one.yaml")
    suites = ET.parse(runner.project / reports["junit"]).getroot()
    assert [suite.get("failures") for suite in suites] == ["1", "0"]


def test_hostile_inputs_stay_arguments(runner: Runner) -> None:
    hostile = ["$(touch x)", "`touch x`", "; touch x", "*", "$HOME", "-o"]
    status, log = runner.run(paths="\n".join(hostile))
    assert status == 1
    assert sorted(re.findall("^(.+): error SYN001 ", log, re.MULTILINE)) == sorted(hostile)
    status, log = runner.run(paths="specs/good.yaml", options="--name=$(touch x)")
    assert (status, "`$(touch x)`" in log, "at most 53" in log) == (1, True, True)
    assert not [path for path in runner.project.iterdir() if path.name == "x"]


def test_every_input_arrives_unexpanded_and_only_as_a_variable() -> None:
    job = JOBS["render validate"]
    assert not _INPUT.search(json.dumps([job["before_script"], job["script"], job["artifacts"]]))
    used = set(_INPUT.findall(json.dumps(job)))
    assert used == set(INPUTS)
    assert all(variable["expand"] is False for variable in job["variables"].values())
    assert [name for name, given in INPUTS.items() if "default" not in given] == ["repository", "commit"]
