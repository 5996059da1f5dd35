"""What changes do, as data: a folder with `old.yaml`, `new.yaml` (or folders of files) and what is said in each format.

`-` as the first line of `out.txt` is the exit status. `pytest --regen` writes what is expected.
"""

import json
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
from click.testing import CliRunner

from render.cli import render
from tests.conftest import CHECKOUT

HERE = Path(__file__).parent / "cases"
CASES = sorted(folder for folder in HERE.iterdir() if folder.is_dir())
FORMATS = {"text": "out.txt", "json": "out.json", "markdown": "out.md"}
SCHEMA = json.loads((CHECKOUT / "schemas" / "diff.json").read_text(encoding="utf-8"))


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def diff(folder: Path, *arguments: str) -> Done:
    """Run `render diff` in this process; `test_command.py` starts the command as people do."""
    with chdir(folder):
        done = CliRunner().invoke(render, ["diff", *arguments], standalone_mode=False, catch_exceptions=False)
    assert isinstance(done.return_value, int)
    return Done(done.return_value, done.stdout, done.stderr)


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
