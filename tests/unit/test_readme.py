"""The commands in README.md do what they say, on the spec that it shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
FENCES = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:render|helm template) .*)$", re.MULTILINE)
ASKS_A_CLUSTER = re.compile(r"render doctor| --(?:server|live|from-cluster)\b")
"""What tests/cluster has the tests of."""


def blocks(language: str) -> list[str]:
    """The contents of README.md's blocks of one language."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    return [text for found, text in FENCES.findall(readme) if found == language]


COMMANDS = [[one for one in COMMAND.findall(block) if not ASKS_A_CLUSTER.search(one)] for block in blocks("console")]
SCRIPTS = ["\n".join(commands) for commands in COMMANDS if commands]
[SPEC] = [block for block in blocks("yaml") if "kind: TrainingJob" in block]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what a reader of the README has: the chart, the examples and the spec that it shows."""
    for name in ("charts", "examples"):
        shutil.copytree(CHECKOUT / name, tmp_path / name)
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    command = tmp_path / "bin" / "render"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m render "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("script", SCRIPTS)
def test_commands_succeed(script: str, folder: Path, request: pytest.FixtureRequest) -> None:
    if "helm" in script:
        (folder / "bin" / "helm").symlink_to(request.getfixturevalue("helm"))
    env = os.environ | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(CHECKOUT)}
    shell = ["bash", "-euo", "pipefail", "-c", script]
    done = subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"


def test_every_kind_of_command_is_run() -> None:
    words = {line.split()[0] for script in SCRIPTS for line in script.splitlines()}
    assert words == {"render", "helm"}
