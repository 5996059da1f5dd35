"""The chart's script between torchrun and the pod: exit codes arrive, signals and outputs pass."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.processes import Running

SCRIPT = CHECKOUT / "charts/training-job/files/exit_code/exit_code.py"
SECONDS = 120

REPORT = """\
Root Cause (first observed failure):
[0]:
  time      : 2026-01-01_00:00:00
  exitcode  : {code} (pid: 12)
"""

PROGRAM = """\
import os, signal, sys, time
from torch.distributed.elastic.multiprocessing.errors import record

def fail():
    {failure}

if os.environ["RANK"] == "1":
    fail()
time.sleep(1000)
"""


def started(*command: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, str(SCRIPT), *command], capture_output=True, timeout=SECONDS, check=False)


@pytest.mark.parametrize("code", [0, 1, 2, 42, 255])
def test_code_of_a_program_without_report_is_kept(code: int) -> None:
    assert started("sh", "-c", f"exit {code}").returncode == code


def test_signal_of_the_program_is_a_code() -> None:
    assert started("sh", "-c", "kill -KILL $$").returncode == 137


@pytest.mark.parametrize(("reported", "own", "expected"), [("42", 1, 42), ("-9", 1, 137), ("42", 0, 0), ("42", 3, 3)])
def test_reported_code_replaces_1_alone(reported: str, own: int, expected: int) -> None:
    report = REPORT.format(code=reported)
    done = started("sh", "-c", f'printf "%s" "$1" >&2; exit {own}', "-", report)
    assert (done.returncode, done.stderr) == (expected, report.encode())


def test_last_report_counts_and_text_of_a_program_is_none() -> None:
    text = "exitcode : 7 (pid: 1)\n" + REPORT.format(code=2) + REPORT.format(code=78) + "exitcode : 7 (pid: 1)\n"
    assert started("sh", "-c", 'printf "%s" "$1" >&2; exit 1', "-", text).returncode == 78


HOROVODRUN = """\
RuntimeError: Horovod detected that one or more processes exited with non-zero status, thus causing the job to be \
terminated. The first process to do so was:
Process name: 1
Exit code: 42
"""
PDSH = """\
pdsh@launcher-0: node-1: ssh exited with exit code 42
pdsh@launcher-0: node-0: ssh exited with exit code 250
"""


@pytest.mark.parametrize(
    ("report", "own", "expected"),
    [
        (HOROVODRUN, 1, 42),
        (HOROVODRUN, 3, 3),
        ("RuntimeError: mpirun failed with exit code 42\n", 1, 42),
        ("mpirun failed with exit code 42\n", 1, 1),
        (PDSH, 250, 42),
        (PDSH, 0, 0),
        (f"x{PDSH}", 250, 250),
        ("Exit code: 42\n", 1, 1),
    ],
)
def test_reports_of_launchers_over_ssh(report: str, own: int, expected: int) -> None:
    assert started("sh", "-c", f'printf "%s" "$1" >&2; exit {own}', "-", report).returncode == expected


def test_outputs_pass_unchanged() -> None:
    written = bytes(range(256)) * 4096
    code = "import os; d = bytes(range(256)) * 4096; os.write(1, b'out'); f = os.fdopen(2, 'wb'); f.write(d)"
    done = started(sys.executable, "-c", code)
    assert (done.stdout, done.stderr, done.returncode) == (b"out", written, 0)


@pytest.mark.parametrize("name", ["TERM", "INT", "USR1"])
def test_signals_reach_the_program(tmp_path: Path, name: str) -> None:
    script = f"trap 'echo got; exit 9' {name}; echo ready; while :; do sleep 0.05; done"
    running = Running([sys.executable, str(SCRIPT), "sh", "-c", script], folder=tmp_path, env={}, seconds=SECONDS)
    running.until("ready")
    running.send(signal.Signals[f"SIG{name}"])
    assert running.finish() == 9
    assert "got" in running.output


@pytest.mark.parametrize(
    ("launcher", "name", "expected"),
    [("horovodrun", "TERM", 143), ("horovodrun", "INT", 0), ("mpirun", "TERM", 0), ("bash", "TERM", 0)],
)
def test_launcher_that_loses_the_codes_of_its_processes(
    launcher: str, name: str, expected: int, tmp_path: Path
) -> None:
    program = tmp_path / launcher
    program.write_text(f"#!/bin/sh\ntrap 'exit 0' {name}\necho ready\nwhile :; do sleep 0.1; done\n", encoding="utf-8")
    program.chmod(0o755)
    running = Running([sys.executable, str(SCRIPT), str(program)], folder=tmp_path, env={}, seconds=SECONDS)
    running.until("ready")
    running.send(signal.Signals[f"SIG{name}"])
    assert running.finish() == expected


def test_horovodrun_that_ends_by_itself(tmp_path: Path) -> None:
    program = tmp_path / "horovodrun"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert started(str(program)).returncode == 0


def test_program_that_is_missing() -> None:
    assert started("/nowhere/torchrun").returncode == 127


@pytest.mark.torch
@pytest.mark.usefixtures("torch_or_reason")
@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        ("sys.exit(2)", 2),
        ("sys.exit(42)", 42),
        ("os._exit(78)", 78),
        ("record(sys.exit)(42)", 42),
        ("raise RuntimeError('it failed')", 1),
        ("os.kill(os.getpid(), signal.SIGKILL)", 137),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 139),
        ("os.kill(os.getpid(), signal.SIGTERM)", 143),
    ],
)
def test_code_of_torchruns_program_arrives(tmp_path: Path, failure: str, expected: int) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(failure=failure), encoding="utf-8")
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--master-port=0", str(program)]
    assert subprocess.run(torchrun, capture_output=True, timeout=SECONDS, check=False).returncode == 1
    assert started(*torchrun).returncode == expected


@pytest.mark.torch
@pytest.mark.usefixtures("torch_or_reason")
@pytest.mark.parametrize("prefix", [[], [str(SCRIPT)]], ids=["alone", "with the script"])
def test_torchrun_that_is_ended_reports_no_process(tmp_path: Path, prefix: list[str]) -> None:
    program = tmp_path / "program.py"
    program.write_text("import time\nprint('ready', flush=True)\ntime.sleep(1000)\n", encoding="utf-8")
    torchrun = ["-m", "torch.distributed.run", "--nproc-per-node=1", "--master-port=0", str(program)]
    command = [sys.executable, *prefix, *([sys.executable] if prefix else []), *torchrun]
    running = Running(command, folder=tmp_path, env={}, seconds=SECONDS)
    running.until("ready")
    running.send(signal.SIGTERM)
    assert running.finish() == 1
