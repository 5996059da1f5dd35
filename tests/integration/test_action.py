"""The action, its scripts run as GitHub's runner does; a real runner is not to be had here."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import CHECKOUT
from tests.integration.shadows import lay_shadows
from tests.integration.source import commit
from tests.integration.specs import BROKEN, GOOD
from tests.workflow_commands import commands

ACTION: dict[str, Any] = yaml.safe_load((CHECKOUT / "ci/action/action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
WORKFLOW = """
on: pull_request
permissions: {contents: read, security-events: write}
jobs:
  specs:
    runs-on: ubuntu-24.04
    steps:
      - id: render
        uses: ./ci/action
        with: {paths: specs, options: --kubernetes=1.36, upload-sarif: "true"}
      - run: jq . "$SARIF"
        env: {SARIF: "${{ steps.render.outputs.sarif-file }}"}
"""


@dataclass(frozen=True)
class Ended:
    """A step that has run."""

    status: int
    log: str
    outputs: Mapping[str, str]
    summary: str


@dataclass(frozen=True)
class Runner:
    """Of one job, in the checkout of a repository."""

    workspace: Path
    temporary: Path
    action: Path

    def run(self, name: str, **inputs: str) -> Ended:
        """Run the action's step of a name."""
        (step,) = [step for step in STEPS if step["name"] == name]
        files = {key: self.temporary / key for key in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_bytes(b"")
        script = self.temporary / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.temporary),
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
            **{key: str(file) for key, file in files.items()},
            **dict(_variables(step, inputs)),
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
            cwd=self.workspace,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        return Ended(done.returncode, done.stdout, outputs, files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8"))

    def validate(self, **inputs: str) -> Ended:
        return self.run("Validate", **inputs)


def _variables(step: Mapping[str, Any], inputs: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for variable, expression in step.get("env", {}).items():
        (name,) = re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", expression).groups()  # type: ignore[union-attr]
        yield variable, inputs.get(name, ACTION["inputs"][name]["default"])


@pytest.fixture(scope="session")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """A runner on which the action has installed render, in a folder that has a module of every name."""
    runner = Runner(tmp_path_factory.mktemp("workspace"), tmp_path_factory.mktemp("runner"), source / "ci/action")
    imported = lay_shadows(runner.workspace)
    ended = runner.run("Install render")
    assert (ended.status, ended.log) == (0, "")
    assert not imported.exists(), imported.read_text(encoding="utf-8")
    return runner


@pytest.fixture
def runner(installed: Runner, tmp_path: Path) -> Runner:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "specs" / "bad one.yaml").write_text(BROKEN, encoding="utf-8")
    commit(tmp_path)
    return Runner(tmp_path, installed.temporary, installed.action)


def test_what_is_wrong_is_annotated_summed_up_and_kept(runner: Runner) -> None:
    ended = runner.validate()
    assert ended.status == 1
    (annotation,) = commands(ended.log)
    assert (annotation.name, annotation.properties["file"]) == ("error", "specs/bad one.yaml")
    assert "| 1 | 0 | 0 | 2 | 3 |" in ended.summary
    assert "<code>specs/bad one.yaml</code>" in ended.summary
    report = json.loads(Path(ended.outputs["sarif-file"]).read_text(encoding="utf-8"))
    (result,) = report["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert (result["ruleId"], location) == ("SCH010", {"uri": "specs/bad%20one.yaml"})


def test_what_is_right_is_summed_up_too(runner: Runner) -> None:
    ended = runner.validate(paths="specs/good.yaml\n")
    assert (ended.status, commands(ended.log)) == (0, [])
    assert "| 0 | 0 | 0 | 1 | 3 |" in ended.summary
    assert set(ended.outputs) == {"sarif-file"}


def test_arguments_are_lines(runner: Runner) -> None:
    paths = "specs/bad one.yaml\n\nspecs/good.yaml\n"
    assert "| 1 | 0 | 0 | 2 | 3 |" in runner.validate(paths=paths).summary
    assert runner.validate(paths=paths, options="--ignore\nSCH010\n--kubernetes=1.36").status == 0


HOSTILE = [
    "$(touch x)",
    "`touch x`",
    "; touch x",
    "| touch x",
    "a\ntouch x",
    "-o",
    "--help",
    "--",
    "*",
    "x y",
    "'\"",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_paths_stay_paths(runner: Runner, text: str) -> None:
    ended = runner.validate(paths=text)
    assert ended.status == 1
    assert [annotation.properties["file"] for annotation in commands(ended.log)] == sorted(text.split("\n"))
    assert {path.name for path in runner.workspace.iterdir()} == {".git", "specs"}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("option", ["", "--name="])
def test_hostile_options_stay_options(runner: Runner, option: str, text: str) -> None:
    ended = runner.validate(options=f"{option}{text}", paths="specs/good.yaml")
    assert "Traceback" not in ended.log
    assert ended.status in (1, 2) or text == "--help"
    assert {path.name for path in runner.workspace.iterdir()} == {".git", "specs"}


def test_nothing_to_validate_fails(runner: Runner) -> None:
    (runner.workspace / "empty").mkdir()
    ended = runner.validate(paths="empty")
    assert (ended.status, ended.summary, ended.outputs) == (2, "", {})
    assert ended.log.startswith("Error: nothing to validate in `empty`\nhint: ")


def test_inputs_reach_scripts_as_variables_and_actions_are_pinned() -> None:
    for step in STEPS:
        assert "${{" not in step.get("run", "")
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w./-]+@[0-9a-f]{40}", step["uses"])


def test_actionlint_accepts_a_workflow_that_uses_it(actionlint: Path, source: Path, tmp_path: Path) -> None:
    def linted(workflow: str) -> str:
        file = tmp_path / ".github" / "workflows" / "specs.yml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(workflow, encoding="utf-8")
        (tmp_path / "ci").mkdir(exist_ok=True)
        if not (tmp_path / "ci/action").exists():
            (tmp_path / "ci/action").symlink_to(source / "ci/action")
            commit(tmp_path)
        command = [str(actionlint), "-no-color"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout

    assert linted(WORKFLOW) == ""
    (readme,) = re.findall(r"```yaml\n# \.github/(.*?)```", (CHECKOUT / "docs" / "ci.md").read_text(), re.DOTALL)
    assert linted(f"# {readme.replace('YOUR-ORG/render/ci/action@COMMIT', './ci/action')}") == ""
    assert 'input "path" is not defined in action "render validate"' in linted(WORKFLOW.replace("paths:", "path:"))
    assert 'property "sarif" is not defined' in linted(WORKFLOW.replace("outputs.sarif-file", "outputs.sarif"))
