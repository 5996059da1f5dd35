"""Names that look like options are names, wherever a program hands names of a checkout to `render`."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import CHECKOUT

GOOD = "apiVersion: render/v1alpha1\nkind: TrainingJob\nimage: busybox:1.36\ncommand: [sleep]\n"
NAMES = [
    "--output-file=out.train.yaml",
    "-f.train.yaml",
    "--config=none.train.yaml",
    "-.train.yaml",
    "--help.train.yaml",
]
HOOKS: list[dict[str, Any]] = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
[_, PIPELINE] = yaml.safe_load_all((CHECKOUT / "ci" / "gitlab" / "render.yml").read_text(encoding="utf-8"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with good specs of such names."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for number, name in enumerate(NAMES):
        (folder / name).write_text(f"name: run{number}\n{GOOD}", encoding="utf-8")
    return folder


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """What stands for the installed command."""
    command = tmp_path / "render" / "bin" / "render"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nPYTHONPATH={CHECKOUT} exec {sys.executable} -m render "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return command


def run(checkout: Path, *words: str | Path, **environment: str) -> str:
    """Run a program in the checkout, where it succeeds and writes nothing; return what it prints."""
    before = set(checkout.iterdir())
    done = subprocess.run(
        words, cwd=checkout, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert {path.name for path in checkout.iterdir() if path not in before} <= REPORTS
    return said


REPORTS = {"gl-code-quality-report.json", "render-junit.xml"}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_names_from_pre_commit(hook: dict[str, Any], checkout: Path, command: Path) -> None:
    """It puts the names behind `entry` and `args`, and nothing in between."""
    words = [*shlex.split(hook["entry"]), *hook["args"], *NAMES]
    assert words.pop(0) == command.name
    assert f"{len(NAMES)} files" in run(checkout, command, *words)


@pytest.mark.usefixtures("command")
def test_names_of_the_action(checkout: Path, tmp_path: Path) -> None:
    environment = {
        "RUNNER_TEMP": str(tmp_path),
        "RENDER_PATHS": "\n".join(NAMES),
        "RENDER_OPTIONS": "",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
    }
    assert f"{len(NAMES)} files" in run(checkout, CHECKOUT / "ci" / "action" / "validate.sh", **environment)


def test_names_of_the_pipeline(checkout: Path, command: Path) -> None:
    [script] = PIPELINE["render validate"]["script"]
    environment = {"venv": str(command.parents[1]), "RENDER_PATHS": "\n".join(NAMES), "RENDER_OPTIONS": ""}
    assert f"{len(NAMES)} files" in run(checkout, "sh", "-c", script, **environment)


@pytest.mark.parametrize("name", ["template", "validate"])
def test_names_after_the_end_of_options(name: str, checkout: Path, command: Path) -> None:
    run(checkout, command, name, "--", *NAMES)
    run(checkout, command, name, ".")
