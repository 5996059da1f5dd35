"""What changes do, as data: a folder with `old.yaml`, `new.yaml` (or folders of files) and what is said in each format.

`-` as the first line of `out.txt` is the exit status. `pytest --regen` writes what is expected.
"""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import CHECKOUT

HERE = Path(__file__).parent / "cases"
CASES = sorted(folder for folder in HERE.iterdir() if folder.is_dir())
FORMATS = {"text": "out.txt", "json": "out.json", "markdown": "out.md"}
SCHEMA = json.loads((CHECKOUT / "schemas" / "diff.json").read_text(encoding="utf-8"))


def diff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "render", "diff", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=120)


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder: Path, format_: str, *, regen: bool) -> None:
    """Every case is told as text; a few have the other formats beside it."""
    expected = folder / FORMATS[format_]
    if format_ != "text" and not expected.exists():
        return
    old, new = (next(folder.glob(f"{side}*")).name for side in ("old", "new"))
    done = diff(folder, old, new, "--output", format_)
    found = f"exit status {done.returncode}\n{done.stdout}" if format_ == "text" else done.stdout
    if regen:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert "Traceback" not in done.stderr
    if format_ == "json":
        jsonschema.validate(json.loads(done.stdout), SCHEMA)


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_nothing_changes_to_itself(folder: Path) -> None:
    for side in ("old", "new"):
        name = next(folder.glob(f"{side}*")).name
        done = diff(folder, name, name)
        assert (done.returncode, done.stdout) == (0, "")
