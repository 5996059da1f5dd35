"""The hooks, run by the real pre-commit in a repository with specs."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.integration.source import commit, git
from tests.integration.specs import BROKEN, GOOD


@dataclass(frozen=True)
class Repository:
    """A repository whose hooks are this project's."""

    folder: Path
    home: Path

    def check(self, **files: str) -> tuple[int, str]:
        """Commit files and run the hooks on all of them; return the status and what is said."""
        for name, text in files.items():
            (self.folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
        commit(self.folder)
        path = os.pathsep.join([str(self.home / "bin"), sysconfig.get_path("scripts"), os.defpath])
        environment = {"HOME": str(self.home), "PRE_COMMIT_HOME": str(self.home / "cache"), "PATH": path}
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environment that it makes, and where an installed `render` is."""
    if importlib.util.find_spec("pre_commit") is None:
        reason = "pre-commit is not installed: the extra `integration` has it"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    home = tmp_path_factory.mktemp("home")
    (home / "bin").mkdir()
    installed = home / "bin" / "render"
    installed.write_text(f'#!/bin/sh\nPYTHONPATH={CHECKOUT} exec {sys.executable} -m render "$@"\n', encoding="utf-8")
    installed.chmod(0o755)
    return home


@pytest.fixture(params=["render-validate", "render-validate-system"])
def repository(request: pytest.FixtureRequest, home: Path, source: Path, tmp_path: Path) -> Repository:
    hooks = f"repos: [{{repo: {source}, rev: {git(source, 'rev-parse', 'HEAD')}, hooks: [{{id: {request.param}}}]}}]\n"
    (tmp_path / ".pre-commit-config.yaml").write_text(hooks, encoding="utf-8")
    return Repository(tmp_path, home)


def test_the_hook_passes_and_fails(repository: Repository) -> None:
    status, said = repository.check(good_train_yaml=GOOD, other_train_yml=GOOD.replace("good", "other"))
    assert status == 0, said
    assert "2 files, " in said
    status, said = repository.check(bad_train_yaml=BROKEN)
    assert status == 1, said
    assert "bad.train.yaml:4:1: error SCH010 unknown key `numNode`" in said
    assert "3 files, " in said


def test_other_files_are_left_alone(repository: Repository) -> None:
    status, said = repository.check(values_yaml=BROKEN, notes_train_md=BROKEN)
    assert status == 0, said
    assert "no files to check" in said
