"""Files that are written: whole or not at all, and never at the cost of another command's."""

import errno
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from render.folder import Folder, replace

ROOT = Path(__file__).parents[2]
SPEC = "kind: TrainingJob\nimage: registry.example/train:1\n"
OLD = "the report of before"
SMALL = 64
"""Bytes that a file may have (RLIMIT_FSIZE), less than any report: what a full disk does, as EFBIG."""


def render(folder: Path, *arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [sys.executable, "-m", "render", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=limited,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(SPEC, encoding="utf-8")
    return tmp_path


WRITERS = {
    "validate": ["validate", "a.yaml", "--output", "sarif"],
    "smoke report": ["smoke", "report", str(ROOT / "tests/smoke/result.json"), "--output", "html"],
}


@pytest.mark.parametrize("arguments", WRITERS.values(), ids=WRITERS)
def test_a_report_that_does_not_fit_leaves_the_old_one(folder: Path, arguments: list[str]) -> None:
    report = folder / "report"
    report.write_text(OLD, encoding="utf-8")
    result = render(folder, *arguments, "--output-file", "report", limit=SMALL)
    assert (result.returncode, report.read_text(encoding="utf-8")) == (2, OLD)
    assert "file too large" in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.yaml", "b.yaml", "report"]


def test_a_report_keeps_the_mode_and_the_link(folder: Path) -> None:
    real, link = folder / "real", folder / "link"
    real.write_text(OLD, encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    assert render(folder, "validate", "a.yaml", "--output", "json", "--output-file", "link").returncode == 0
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert real.read_text(encoding="utf-8").startswith("{")


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_report_goes_to_a_pipe(folder: Path, path: str) -> None:
    result = render(folder, "validate", "a.yaml", "--output", "json", "--output-file", path)
    assert (result.returncode, json.loads(result.stdout)["version"]) == (0, 1)
    assert render(folder, "validate", "a.yaml", "--output-file", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EACCES])
def test_a_file_that_can_not_be_swapped_is_written_in_place(folder: Path, code: int) -> None:
    """A file that is mounted by itself (EBUSY), or stands in a folder that is not writable (EACCES)."""
    report = folder / "report"
    report.write_text(OLD, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", Mock(side_effect=OSError(code, "not swapped")))
        replace(report, b"new")
    assert report.read_bytes() == b"new"
    assert sorted(path.name for path in folder.iterdir()) == ["a.yaml", "b.yaml", "report"]


@pytest.mark.parametrize(("is_shared", "options"), [(False, ["--prune"]), (False, []), (True, ["--prune"])])
def test_a_folder_in_use_is_left_alone(folder: Path, options: list[str], *, is_shared: bool) -> None:
    out = folder / "out"
    assert render(folder, "template", "a.yaml", "--output-dir", "out").returncode == 0
    with Folder(out).lock(is_shared=is_shared):
        result = render(folder, "template", "b.yaml", "--output-dir", "out", *options)
    assert result.returncode == 2
    assert "another `render template` is writing to it" in result.stderr
    assert [path.name for path in out.iterdir()] == ["a.yaml"]


def test_two_that_remove_nothing_share_a_folder(folder: Path) -> None:
    with Folder(folder / "out").lock(is_shared=True):
        assert render(folder, "template", "b.yaml", "--output-dir", "out").returncode == 0


def test_each_removed_file_is_named(folder: Path) -> None:
    assert render(folder, "template", "a.yaml", "--output-dir", "out", "--prune").returncode == 0
    result = render(folder, "template", "b.yaml", "--output-dir", "out", "--prune")
    assert "removed `out/a.yaml`" in result.stderr


def test_a_refused_spec_leaves_no_folder(folder: Path) -> None:
    (folder / "a.yaml").write_text("kind: TrainingJob\nimages: a\n", encoding="utf-8")
    assert render(folder, "template", "a.yaml", "--output-dir", "out").returncode == 1
    assert not (folder / "out").exists()
