"""The workflow of rendered manifests: its own steps, over a repository whose remote is a folder."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.argocd.repository import IDENTITY, commit, example, git, repository
from tests.conftest import CHECKOUT

STEPS = [step for step in example("rendered.yaml")["jobs"]["render"]["steps"] if "run" in step]


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
        "PYTHONPATH": str(CHECKOUT),
        "GITHUB_SHA": "0123abc",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    return all(_step(step, runner / "repository", environment) for step in STEPS)


def _programs(folder: Path) -> Path:
    """Return where the runner finds this checkout's `render`, and a `pip` that installs nothing."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "pip").write_text("#!/bin/sh\n", encoding="utf-8")
    (programs / "render").write_text(f'#!/bin/sh\nexec {sys.executable} -m render "$@"\n', encoding="utf-8")
    for program in programs.iterdir():
        program.chmod(0o755)
    return programs


def _step(step: dict[str, object], team: Path, environment: dict[str, str]) -> bool:
    given = step.get("env", {})
    assert isinstance(given, dict)
    folder = team / str(step.get("working-directory", "."))
    command = ["bash", "-e", "-c", str(step["run"])]
    return (
        subprocess.run(command, cwd=folder, env=environment | given, capture_output=True, check=False).returncode == 0
    )


def _head(team: Path) -> str:
    return git(team, "ls-remote", "origin", "rendered")


def _rendered(team: Path) -> list[str]:
    git(team, "fetch", "--quiet", "origin", "rendered")
    return git(team, "ls-tree", "-r", "--name-only", "FETCH_HEAD").splitlines()
