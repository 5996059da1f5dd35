"""Standard streams that are closed, full or not read: no traceback, and no success where output is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = "kind: TrainingJob\nimage: registry.example/train:1\n"
COMMANDS = [
    ["--help"],
    ["--version"],
    ["explain", "image"],
    ["init"],
    ["pods", "a.yaml"],
    ["schema", "print"],
    ["template", "a.yaml"],
    ["validate", "a.yaml", "--output", "json"],
]
LOST = {"closed": ">&-", "full": ">/dev/full", "all closed": "<&- >&- 2>&-"}


def shell(folder: Path, arguments: list[str], streams: str) -> subprocess.CompletedProcess[str]:
    (folder / "a.yaml").write_text(SPEC, encoding="utf-8")
    script = f'exec "$0" -m render "$@" {streams}'
    command = ["bash", "-c", script, sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("streams", LOST.values(), ids=LOST)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_lost_output_is_no_success(tmp_path: Path, arguments: list[str], streams: str) -> None:
    result = shell(tmp_path, arguments, streams)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) <= 2


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_one_reads(tmp_path: Path, arguments: list[str]) -> None:
    result = shell(tmp_path, arguments, "> >(exec <&-; sleep 0)")
    assert result.returncode in (0, 2)
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("streams", ["2>&-", "<&-"])
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_other_streams_closed(tmp_path: Path, arguments: list[str], streams: str) -> None:
    result = shell(tmp_path, arguments, streams)
    assert result.returncode == 0
    assert result.stdout


def test_no_file_takes_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    for streams in ("<&- >&- 2>&-", ">&- 2>&-"):
        assert shell(tmp_path, ["validate", "a.yaml", "--output-file", "b.json"], streams).returncode == 0
        assert shell(tmp_path, ["template", "a.yaml", "--output-dir", "out"], streams).returncode == 0
        assert (tmp_path / "b.json").read_text(encoding="utf-8") == ""
        assert (tmp_path / "out/a.yaml").read_text(encoding="utf-8").startswith("---\n# Source:")
