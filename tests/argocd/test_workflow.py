"""The workflow of rendered manifests: its own steps, over a repository whose remote is a folder."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.repository import IDENTITY, commit, example, git, repository
from tests.conftest import CHECKOUT

STEPS = example("rendered.yaml")["jobs"]["render"]["steps"]


@pytest.fixture
def team(tmp_path: Path) -> Path:
    """A clone with its remote, of two specs."""
    team = repository(tmp_path / "work" / "repository")
    for spec in team.glob("examples/*/spec.yaml"):
        if spec.parent.name not in {"cpu-only", "mnist-ddp"}:
            spec.unlink()
    commit(team)
    git(team, "clone", "--quiet", "--bare", ".", str(tmp_path / "remote"))
    git(team, "remote", "add", "origin", str(tmp_path / "remote"))
    return team


def test_first_run(team: Path) -> None:
    assert _run(team)
    assert _rendered(team) == ["rendered/cpu-only/spec.yaml", "rendered/mnist-ddp/spec.yaml"]


def test_nothing_changed(team: Path) -> None:
    assert _run(team)
    before = _head(team)
    assert _run(team)
    assert _head(team) == before


def test_spec_that_is_gone_is_pruned(team: Path) -> None:
    assert _run(team)
    (team / "examples" / "cpu-only" / "spec.yaml").unlink()
    assert _run(team)
    assert _rendered(team) == ["rendered/mnist-ddp/spec.yaml"]


def test_broken_spec_commits_nothing(team: Path) -> None:
    assert _run(team)
    before = _head(team)
    for name, text in (
        ("cpu-only", "kind: TrainingJob\nimage: 1\n"),
        ("another", "kind: TrainingJob\nimage: busybox\n"),
    ):
        folder = team / "examples" / name
        folder.mkdir(exist_ok=True)
        (folder / "spec.yaml").write_text(text, encoding="utf-8")
    assert not _run(team)
    assert _head(team) == before


def _run(team: Path) -> bool:
    """Push, and run the steps as a runner does, in a fresh clone; say whether all succeed."""
    git(team, "add", "--all")
    git(team, *IDENTITY, "commit", "--quiet", "--allow-empty", "--message=change")
    git(team, "push", "--quiet", "origin", "main")
    runner = Path(tempfile.mkdtemp(dir=team.parent))
    git(runner, "clone", "--quiet", git(team, "remote", "get-url", "origin").strip(), "repository")
    environment = os.environ | {
        "PATH": f"{_programs(runner)}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(runner),
        "GITHUB_OUTPUT": str(runner / "output"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
        "PYTHONPATH": str(CHECKOUT),
        "GITHUB_SHA": "0123abc",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    return all(_step(step, runner / "repository", environment) for step in map(_script, STEPS) if step)


def _programs(folder: Path) -> Path:
    """Return where a `gh` is that logs in nowhere; where the action installs, put this checkout's `render`."""
    programs = {"bin/gh": "", "render/bin/render": f'exec {sys.executable} -m render "$@"\n'}
    for name, text in programs.items():
        program = folder / name
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\n{text}", encoding="utf-8")
        program.chmod(0o755)
    return folder / "bin"


def _script(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step as a script: of the action `render validate`, what validates; of a checkout, nothing."""
    if "uses" not in step:
        return step
    name = step["uses"].partition("@")[0]
    if name == "actions/checkout":
        return {}
    assert name == "YOUR-ORG/render/ci/action"
    inputs = {f"RENDER_{key.upper()}": value for key, value in step["with"].items()}
    return {"run": str(CHECKOUT / "ci/action/validate.sh"), "env": inputs}


def _step(step: dict[str, Any], team: Path, environment: dict[str, str]) -> bool:
    folder = team / step.get("working-directory", ".")
    command = ["bash", "-e", "-c", step["run"]]
    variables = environment | step.get("env", {})
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, check=False).returncode == 0


def _head(team: Path) -> str:
    return git(team, "ls-remote", "origin", "rendered")


def _rendered(team: Path) -> list[str]:
    git(team, "fetch", "--quiet", "origin", "rendered")
    return git(team, "ls-tree", "-r", "--name-only", "FETCH_HEAD").splitlines()
