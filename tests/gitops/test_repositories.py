"""`cases/NAME/` is a repository, `cases/NAME.out` all that `render validate` says to it."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli.validate import command

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir())


def validated(repository: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """Return what is said to a repository, in its own folder."""
    monkeypatch.chdir(repository)
    return CliRunner().invoke(command, arguments or ["."], standalone_mode=False, catch_exceptions=False).output


def copied(case: Path, folder: Path) -> Path:
    """Return a copy of a case that has a root: in the checkout that would be the project's own."""
    repository = folder / case.name
    shutil.copytree(case, repository)
    (repository / ".git").mkdir()
    return repository


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_repository(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, regen: bool) -> None:
    printed = validated(copied(case, tmp_path), monkeypatch)
    path = FOLDER / f"{case.name}.out"
    if regen:
        path.write_text(printed, encoding="utf-8")
    assert printed == path.read_text(encoding="utf-8")


def test_no_answer_is_stale() -> None:
    assert sorted(FOLDER.glob("*.out")) == sorted(FOLDER / f"{case.name}.out" for case in CASES)
