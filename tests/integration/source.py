"""A copy of this project, as others get it: committed to a repository."""

import shutil
import subprocess
from pathlib import Path

from tests.conftest import CHECKOUT

_FILES = [
    ".pre-commit-hooks.yaml",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "charts",
    "ci/action",
    "ci/locks",
    "pyproject.toml",
    "render",
    "schemas",
]
_CACHES = shutil.ignore_patterns("__pycache__", ".*cache")


def copy(folder: Path) -> Path:
    """Copy what the package and its integrations are made of into a folder, and commit it."""
    for name in _FILES:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, target, ignore=_CACHES)
        else:
            shutil.copy(CHECKOUT / name, target)
    commit(folder)
    return folder


def commit(folder: Path) -> str:
    """Make a repository of a folder and return the commit that has all of it."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message=all")
    return git(folder, "rev-parse", "HEAD")


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, without the settings of this machine's user, and return what it prints."""
    settings = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["git", *arguments], cwd=folder, env=settings, capture_output=True, text=True, check=True)
    return done.stdout.strip()
