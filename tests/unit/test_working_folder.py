"""The working directory of `render run` for a spec with `files`."""

from pathlib import Path

from render.local.node import Mount
from render.local.volumes import working_folder


def test_files_come_before_what_is_next_to_the_spec(tmp_path: Path) -> None:
    code, mounted = tmp_path / "code", tmp_path / "mounted"
    for path, text in ((code / "conf" / "own.py", "own"), (code / "train.py", "old"), (code / "data.txt", "data"),
                       (mounted / "train.py", "new"), (mounted / "conf" / "other.py", "other")):  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    mounts = [Mount(f"/w/{name}", str(mounted / name), is_read_only=True) for name in ("train.py", "conf/other.py")]
    folder = working_folder("/w", mounts, code, tmp_path / "made")
    assert folder is not None
    found = {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}
    assert found == {"conf/other.py": "other", "conf/own.py": "own", "data.txt": "data", "train.py": "new"}
    assert not (folder / "train.py").is_symlink()  # Python looks for modules where the script really is
    assert sorted(path.name for path in (code / "conf").iterdir()) == ["own.py"]
    assert working_folder("/w", mounts, code, folder) == folder


def test_a_working_directory_without_files(tmp_path: Path) -> None:
    mounts = [Mount("/elsewhere/a", str(Path(__file__)), is_read_only=True)]
    assert working_folder("/w", mounts, tmp_path, tmp_path / "made") is None
    assert not (tmp_path / "made").exists()
