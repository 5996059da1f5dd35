"""The chart's parent process leaves the first failure in the termination message: valid, short, without secrets."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from render.why.first_failure import parse_first_failure
from tests.conftest import CHECKOUT

FOLDER = CHECKOUT / "charts/training-job/files/exit_code"
SECONDS = 120
CALL = "import sys; from exit_code import main; sys.exit(main(sys.argv[2:], sys.argv[1]))"
KEPT = 4096
"""Bytes that the kubelet keeps."""
SECRET = "hf_" + "Ab1" * 12
LOG_LINES = "failed (exitcode: 1) local_rank: 1 (pid: 7) of binary: python"
REPORT = "Root Cause (first observed failure):\n[0]:\n  rank      : 3 (local_rank: 1)\n  exitcode  : 9 (pid: 7)\n"

PROGRAM = """\
import os, signal, sys, time
from torch.distributed.elastic.multiprocessing.errors import record

{record}
def main():
    if os.environ["RANK"] == "1":
        {failure}
    time.sleep(1000)

main()
"""


def message(log: Path, *command: str, **environment: str) -> str:
    known = {**os.environ, "PYTHONPATH": str(FOLDER), **environment}
    called = [sys.executable, "-c", CALL, str(log), *command]
    subprocess.run(called, capture_output=True, timeout=SECONDS, check=False, env=known)
    return log.read_text(encoding="ascii") if log.exists() else "no file"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return an empty termination message, as the kubelet makes it."""
    path = tmp_path / "termination-log"
    path.touch()
    return path


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def written(error: Any, after: str = "sys.exit(1)") -> list[str]:
    """Return a command that writes an error file, as torch does."""
    source = Path(tempfile.mkdtemp(), "error.json")
    source.write_text(json.dumps(error), encoding="utf-8")
    return python(
        f"import os, shutil, sys; shutil.copy({str(source)!r}, os.environ['TORCHELASTIC_ERROR_FILE']); {after}"
    )


def error_file(text: str, trace: str = "") -> dict[str, Any]:
    return {"message": {"message": text, "extraInfo": {"py_callstack": trace, "timestamp": "1795454516"}}}


@pytest.mark.torch
@pytest.mark.usefixtures("torch_or_reason")
def test_exception_of_torch(log: Path, tmp_path: Path) -> None:
    program = tmp_path / "train.py"
    text = PROGRAM.format(record="@record", failure=f"raise ValueError('bad shape {SECRET}')")
    program.write_text(text, encoding="utf-8")
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--master-port=0", str(program)]
    text = message(log, *torchrun)
    found = parse_first_failure(text)
    assert found is not None
    assert (found.rank, found.error) == (1, "ValueError: bad shape [redacted]")
    assert found.place == f"{program}:7 in main"
    assert found.time.startswith("20")
    assert SECRET not in text
    assert len(text) <= KEPT


@pytest.mark.torch
@pytest.mark.usefixtures("torch_or_reason")
@pytest.mark.parametrize(
    ("failure", "code", "line"),
    [
        ("raise ValueError('bad shape')", 1, "ValueError: bad shape"),
        ("print('it ends', file=sys.stderr); os.kill(os.getpid(), signal.SIGKILL)", 137, "it ends"),
    ],
)
def test_failure_without_record(log: Path, tmp_path: Path, failure: str, code: int, line: str) -> None:
    program = tmp_path / "train.py"
    program.write_text(PROGRAM.format(record="", failure=failure), encoding="utf-8")
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--master-port=0", str(program)]
    text = message(log, *torchrun)
    found = parse_first_failure(text)
    assert found is not None
    assert (found.rank, found.error, json.loads(text)["firstFailure"]["code"]) == (1, "", code)
    assert line in found.log.splitlines()


def test_lines_and_rank_of_a_report(log: Path) -> None:
    code = f"import sys; sys.stderr.write('a line\\n{LOG_LINES}\\n' + {REPORT!r}); sys.exit(1)"
    expected = {"firstFailure": {"rank": 3, "code": 9, "log": "a line"}}
    assert json.loads(message(log, *python(code))) == expected


@pytest.mark.parametrize("size", [10, 500, 4000, 100_000])
@pytest.mark.parametrize("character", ["x", "\n", "é", "\U0001f600", '"', "\\", "\x00"])
def test_it_is_valid_and_short(log: Path, size: int, character: str) -> None:
    text = message(log, *written(error_file("ValueError: " + character * min(size, 20_000), character * size)))
    assert len(text) <= KEPT
    found = parse_first_failure(text)
    assert found is not None
    assert found.error.startswith("ValueError: ")


@pytest.mark.parametrize(
    "secret", [SECRET, "https://me:hunter2hunter2@host/x", "token=abcd1234efgh", "value-of-the-variable"]
)
@pytest.mark.parametrize("before", [0, 595, 3990, 19_990])
def test_no_secret(log: Path, secret: str, before: int) -> None:
    """Wherever a text is cut."""
    text = f"ValueError: {'x ' * (before // 2)}{secret} {'y ' * 300}"
    found = message(log, *written(error_file(text, text)), HUB_TOKEN="value-of-the-variable")
    assert parse_first_failure(found)
    assert not any(part in found for part in ("hunter2", "abcd1234", SECRET[8:24], "value-of-the"))


def test_no_key_whose_first_line_is_lost(log: Path) -> None:
    text = "AAAABBBBCCCC\n-----END RSA PRIVATE KEY-----\nValueError: bad"
    assert "BBBB" not in message(log, *written(error_file("ValueError: bad", text)))


@pytest.mark.parametrize("error", ["", "text", [], {}, {"message": {}}, {"message": {"message": 1}}, {"message": None}])
def test_file_of_another_form(log: Path, error: Any) -> None:
    assert message(log, *written(error)) == ""


def test_nothing_is_written_of_a_success_a_signal_or_a_code_alone(log: Path) -> None:
    assert message(log, *written(error_file("ValueError: bad"), "sys.exit(0)")) == ""
    ended = "os.kill(os.getppid(), 15); import time; time.sleep(1000)"
    assert message(log, *written(error_file("SignalException: 15"), ended)) == ""
    assert message(log, *python("import sys; sys.exit(3)")) == ""


def test_message_of_the_program_is_kept(log: Path) -> None:
    log.write_text("mine", encoding="ascii")
    assert message(log, *written(error_file("ValueError: bad"))) == "mine"


def test_no_file_is_made_and_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "target").touch()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert message(tmp_path / "link", *written(error_file("ValueError: bad"))) == ""
    assert message(tmp_path / "none", *written(error_file("ValueError: bad"))) == "no file"


def test_variable_of_the_spec_is_kept(log: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text("{}", encoding="utf-8")
    text = message(log, *written(error_file("ValueError: bad")), TORCHELASTIC_ERROR_FILE=str(own))
    assert json.loads(text)["firstFailure"]["error"] == "ValueError: bad"
    assert json.loads(own.read_text(encoding="utf-8")) == error_file("ValueError: bad")


def test_file_of_an_earlier_program_does_not_count(log: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps(error_file("ValueError: old")), encoding="utf-8")
    assert message(log, *python("import sys; sys.exit(3)"), TORCHELASTIC_ERROR_FILE=str(own)) == ""
