"""A repository as a team has it: the chart and every example of this one."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import CHECKOUT

GITOPS = CHECKOUT / "examples" / "gitops" / "argocd"

ADDRESS = "https://github.com/example/training.git"
"""Where the examples look for it."""

IDENTITY = ("-c", "user.name=test", "-c", "user.email=test@example.com")

Object = dict[str, Any]


def repository(folder: Path) -> Path:
    """Make it, committed, in a folder that is not there yet."""
    generated = shutil.ignore_patterns("__pycache__", "gitops")
    shutil.copytree(CHECKOUT / "examples", folder / "examples", ignore=generated)
    shutil.copytree(CHECKOUT / "charts", folder / "charts", ignore=generated)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    """Commit all that is in a repository."""
    git(folder, "add", "--all")
    git(folder, *IDENTITY, "commit", "--quiet", "--message=change")


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints, apart from the settings of whoever runs the tests."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, text=True).stdout


def example(name: str) -> Object:
    """Return one of the objects that a site applies."""
    found: Object = yaml.safe_load((GITOPS / name).read_text(encoding="utf-8"))
    return found
