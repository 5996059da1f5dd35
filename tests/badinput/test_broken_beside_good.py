"""A broken spec among good ones: it is named, and nothing is written by halves."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

GOOD = b"kind: TrainingJob\nimage: registry.example/train:1.0\n"
BROKEN = {
    "cut off": b"kind: TrainingJob\nenv: {A: ",
    "cut off before its kind": b"env: {A: ",
    "a tab": b"\tkind: TrainingJob\n",
    "no UTF-8": b"\xff\xfe\x00kind: TrainingJob\n",
    "refused by the schema": b"kind: TrainingJob\nnumNodes: two\n",
    "refused by the chart": b"kind: TrainingJob\nenv: {PET_NNODES: here}\nimage: a\n",
}


def template(folder: Path, *options: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "render", "template", "specs", *options]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(CHECKOUT)}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(params=BROKEN.values(), ids=list(BROKEN))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    for name, text in {"a": GOOD, "broken": request.param, "c": GOOD}.items():
        (tmp_path / "specs" / f"{name}.yaml").write_bytes(text)
    return tmp_path


def test_nothing_is_printed(folder: Path) -> None:
    status, printed, said = template(folder)
    assert (status, printed) == (1, "")
    assert "specs/broken.yaml:" in said
    assert said.endswith("3 specs, 1 rejected: nothing is printed\n")


def test_good_ones_are_written_whole_and_the_old_file_stays(folder: Path) -> None:
    out = folder / "out"
    out.mkdir()
    (out / "broken.yaml").write_text(
        "---\n# Source: training-job/templates/service.yaml\nold: true\n", encoding="utf-8"
    )
    (folder / "specs" / "broken.yaml").rename(folder / "kept")
    good = template(folder)[1]
    (folder / "kept").rename(folder / "specs" / "broken.yaml")
    before = (out / "broken.yaml").read_bytes()
    status, printed, said = template(folder, "--output-dir", "out", "--prune")
    assert (status, printed) == (1, "")
    assert "specs/broken.yaml:" in said
    assert (out / "broken.yaml").read_bytes() == before
    assert sorted(path.name for path in out.iterdir()) == ["a.yaml", "broken.yaml", "c.yaml"]
    assert "".join((out / name).read_text(encoding="utf-8") for name in ("a.yaml", "c.yaml")) == good
