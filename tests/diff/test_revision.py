"""Files of a git revision: which are read, under which names, and what is reported of the others."""

import subprocess
from pathlib import Path

import pytest

from render import tool
from render.diff.revision import Revision, RevisionError
from render.problem import Problem
from render.source import MAX_FILE_BYTES
from tests.diff.test_command import git

FILES = {
    "run.yaml": "\ufeffa: é\n",
    "with:colon.yaml": "a: é\n",
    "specs/a.yaml": "a: 1\n",
    "specs/b.json": "{}\n",
    "specs/c.yml": "",
    "specs/notes.txt": "x\n",
    "specs/.hidden.yaml": "a: 1\n",
    "specs/.folder/a.yaml": "a: 1\n",
    "specs/new\nline.yaml": "a: 2\n",
    "specs/values.yaml": "a: 3\n",
    "specs/chart/Chart.yaml": "name: c\n",
    "specs/chart/values.yaml": "a: 1\n",
    "specs/chart/templates/a.yaml": "{{ x }}\n",
    "specs/chart/deep/templates/b.yaml": "a: 4\n",
    "specs/chart/spec.yaml": "a: 5\n",
}
READ = {
    "a.yaml": "a: 1\n",
    "b.json": "{}\n",
    "c.yml": "",
    "chart/Chart.yaml": "SYN025 HEAD:specs/chart",
    "chart/deep/templates/b.yaml": "a: 4\n",
    "chart/spec.yaml": "a: 5\n",
    "exact.yaml": "#" * MAX_FILE_BYTES,
    "latin.yaml": "SYN003 HEAD:specs/latin.yaml",
    "large.yaml": "SYN002 HEAD:specs/large.yaml",
    "link.yaml": "SYN018 HEAD:specs/link.yaml",
    "new\nline.yaml": "a: 2\n",
    "program.yaml": "a: 6\n",
    "values.yaml": "a: 3\n",
}


@pytest.fixture(name="repository", scope="module")
def repository_with_every_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a file of each kind in its only commit."""
    folder = tmp_path_factory.mktemp("revision")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "specs" / "exact.yaml").write_text("#" * MAX_FILE_BYTES, encoding="utf-8")
    (folder / "specs" / "large.yaml").write_text("#" * (MAX_FILE_BYTES + 1), encoding="utf-8")
    (folder / "specs" / "latin.yaml").write_bytes(b"a: \xe9\n")
    (folder / "specs" / "link.yaml").symlink_to("a.yaml")
    (folder / "specs" / "program.yaml").write_text("a: 6\n", encoding="utf-8")
    (folder / "specs" / "program.yaml").chmod(0o755)
    for command in (
        "init -q",
        "add -A",
        f"update-index --add --cacheinfo 160000,{'1' * 40},specs/submodule.yaml",
        "commit -qm all",
    ):
        git(folder, *command.split())
    return folder


@pytest.fixture(autouse=True)
def in_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in the repository."""
    monkeypatch.chdir(repository)


@pytest.mark.parametrize("folder", ["HEAD:specs", "HEAD:specs/"])
def test_files_of_a_folder(folder: str) -> None:
    found = dict(Revision.find(folder).texts())
    assert list(found) == sorted(READ)
    assert {
        path: f"{text.code} {text.file}" if isinstance(text, Problem) else text.content for path, text in found.items()
    } == READ
    assert {text.file for text in found.values()} == {
        "HEAD:specs/chart" if path == "chart/Chart.yaml" else f"HEAD:specs/{path}" for path in READ
    }


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("HEAD:run.yaml", "HEAD:./run.yaml"),
        ("HEAD:./run.yaml", "HEAD:./run.yaml"),
        ("HEAD:with:colon.yaml", "HEAD:./with:colon.yaml"),
    ],
)
def test_a_file_at_the_root_has_a_folder_in_its_name(written: str, label: str) -> None:
    found = Revision.find(written)
    assert not found.is_folder
    assert list(found.texts()) == [("", (label, "a: é\n"))]


def test_a_large_file_that_is_named() -> None:
    [(_, text)] = Revision.find("HEAD:specs/large.yaml").texts()
    assert isinstance(text, Problem)
    assert text.message == f"is larger than {MAX_FILE_BYTES} bytes"


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (":run.yaml", "`` is not a git revision"),
        ("-x:run.yaml", "`-x` is not a git revision"),
        ("HEAD:\0", "`HEAD` is not a git revision"),
        ("other:run.yaml", "git has no revision `other`"),
        ("HEAD:other.yaml", "`other.yaml` is not in the revision `HEAD`"),
        ("HEAD:run.yaml:x", "`run.yaml:x` is not in the revision `HEAD`"),
    ],
)
def test_a_revision_that_does_not_exist(written: str, reason: str) -> None:
    with pytest.raises(RevisionError, match=f"^{reason}$"):
        Revision.find(written)


def test_outside_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reason = "^`HEAD:run.yaml` is a path in a git revision, and this is not a git repository$"
    with pytest.raises(RevisionError, match=reason):
        Revision.find("HEAD:run.yaml")


def test_an_object_that_git_can_not_read() -> None:
    with pytest.raises(RevisionError, match=r"^`git ls-tree` failed$"):
        list(Revision("HEAD:specs", "0" * 40, is_folder=True).texts())


@pytest.mark.parametrize("error", [OSError("gone"), ValueError("odd"), subprocess.TimeoutExpired("git", 60)])
def test_git_does_not_answer(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    def run(_: object, environment: dict[str, str], limit: float) -> None:
        assert environment["GIT_NO_LAZY_FETCH"] == "1"
        seconds.append(limit)
        raise error

    monkeypatch.setattr(tool, "run", run)
    with pytest.raises(RevisionError, match=r"^git does not answer: "):
        Revision.find("HEAD:run.yaml")
    assert seconds == [60]


def test_git_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "run", lambda *_: subprocess.CompletedProcess([], -9, stdout=b"tree"))
    with pytest.raises(RevisionError, match=r"^`git cat-file` failed$"):
        list(Revision("HEAD:run.yaml", "1" * 40, is_folder=False).texts())


def test_git_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "find_program", lambda _: None)
    with pytest.raises(RevisionError, match=r"`git` command, which was not found"):
        Revision.find("HEAD:run.yaml")


def test_a_file_whose_content_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run.yaml").write_text("a: 1\n", encoding="utf-8")
    for command in ("init -q", "add -A", "commit -qm all"):
        git(tmp_path, *command.split())
    monkeypatch.chdir(tmp_path)
    id_ = Revision.find("HEAD:run.yaml").id
    (tmp_path / ".git" / "objects" / id_[:2] / id_[2:]).unlink()
    with pytest.raises(RevisionError, match=r"^`run.yaml` is not in the revision `HEAD`$"):
        Revision.find("HEAD:run.yaml")
