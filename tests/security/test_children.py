"""Processes that a command has started end with it, however it ends, in the middle of work."""

import os
import select
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

SECONDS = 120
"""A limit on waiting, which only a failure reaches."""
BUSY_TICKS = 100
"""Clock ticks of CPU time that a process takes only where it works."""

ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
# As from a terminal: a test may run where SIGINT is ignored.
MAIN = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from render.__main__ import main
main()
"""
SPEC = """\
apiVersion: render/v1alpha1
kind: TrainingJob
name: tiny
image: busybox:1.36
launcher: plain
numNodes: 2
command: [sh, -c]
args: ["trap '' TERM; setsid sh -c \\"trap '' TERM HUP; sleep 1001\\" & sleep 1002"]
"""
SLOW = "{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}"
"""Keeps a processor busy for hours, and needs no memory for it."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and Linux alone ends all of them")


class Command:
    """A command that runs, and all processes that it has started so far."""

    def __init__(self, folder: Path, *words: str, path: str = os.defpath) -> None:
        self._seen: dict[int, int] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT), "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def until(self, condition: Callable[[int], bool], count: int = 1) -> None:
        """Wait until a condition holds of so many of its descendants."""
        self._wait(lambda: sum(map(condition, self._seen)) >= count)

    def until_busy(self) -> None:
        """Wait until it works itself."""
        self._wait(lambda: is_busy(self.process.pid))

    def _wait(self, is_reached: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not is_reached():
            assert self.process.poll() is None, "it has ended"
            assert time.monotonic() < deadline
            for pid in _descendants(self.process.pid):
                if pid not in self._seen:
                    self._seen[pid] = os.pidfd_open(pid)
            time.sleep(0.02)

    def end(self, number: int) -> None:
        """Send it a signal, and wait until it and everything that it has started have ended."""
        self.process.send_signal(number)
        self.process.wait(SECONDS)
        for pid, descriptor in self._seen.items():
            assert select.select([descriptor], [], [], SECONDS)[0], _name(pid)

    def close(self) -> None:
        """Kill what is left."""
        self.process.kill()
        self.process.wait()
        for descriptor in self._seen.values():
            if not select.select([descriptor], [], [], 0)[0]:
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            os.close(descriptor)


Start = Callable[..., Command]


def _descendants(pid: int) -> Iterator[int]:
    try:
        children = [
            int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield child
        yield from _descendants(child)


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def is_busy(pid: int) -> bool:
    """Return whether a process has worked for a second."""
    found = _stat(pid)
    return bool(found) and int(found[11]) + int(found[12]) > BUSY_TICKS


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts commands in a folder with a spec, and a chart that takes hours to render."""
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    templates = tmp_path / "chart" / "templates"
    templates.mkdir(parents=True)
    (templates / "slow.yaml").write_text(SLOW, encoding="utf-8")
    (tmp_path / "chart" / "Chart.yaml").write_text("apiVersion: v2\nname: slow\nversion: 0.0.0\n", encoding="utf-8")
    with tarfile.open(tmp_path / "chart.tgz", "w:gz") as archive:
        archive.add(tmp_path / "chart", "slow")
    started: list[Command] = []

    def start(*words: str, path: str = os.defpath) -> Command:
        started.append(Command(tmp_path, *words, path=path))
        return started[-1]

    yield start
    for command in started:
        command.close()


@pytest.mark.parametrize("number", ENDINGS)
def test_the_process_that_has_helm(number: signal.Signals, start: Start) -> None:
    command = start("template", "spec.yaml", "--chart", "chart.tgz")
    command.until(is_busy)
    command.end(number)


@pytest.mark.parametrize("number", ENDINGS)
def test_a_command_that_has_helm_itself(number: signal.Signals, start: Start) -> None:
    """For a chart in a folder no other process is started."""
    command = start("template", "spec.yaml", "--chart", "chart")
    command.until_busy()
    command.end(number)


@pytest.mark.parametrize("number", ENDINGS)
def test_the_processes_of_many_files(number: signal.Signals, start: Start, tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for index in range(100):
        (tmp_path / "many" / f"{index}.yaml").write_text(SPEC.replace("tiny", f"tiny{index}"), encoding="utf-8")
    command = start("validate", "many", "--chart", "chart")
    command.until(is_busy, count=min(2, os.cpu_count() or 1))
    command.end(number)


@pytest.mark.parametrize("number", ENDINGS)
def test_the_helm_command(number: signal.Signals, start: Start, helm: Path) -> None:
    command = start("template", "spec.yaml", "--chart", "chart", "--engine", "helm", path=f"{helm.parent}:{os.defpath}")
    command.until(lambda pid: is_busy(pid) and str(helm) in _name(pid))
    command.end(number)


@pytest.mark.parametrize("number", ENDINGS)
@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("git", ["diff", "HEAD:spec.yaml", "spec.yaml"]),
        ("helm", ["template", "spec.yaml", "--chart", "oci://a/b:1.0.0"]),
    ],
)
def test_other_programs(program: str, words: list[str], number: signal.Signals, start: Start, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / program).write_text("#!/bin/sh\nexec sleep 1003\n", encoding="utf-8")
    (tmp_path / "bin" / program).chmod(0o755)
    command = start(*words, path=f"{tmp_path / 'bin'}:{os.defpath}")
    command.until(lambda pid: _name(pid) == "sleep 1003")
    command.end(number)


def test_the_nodes_of_a_run(start: Start) -> None:
    """Whichever session they are in, and whatever they ignore; tests/e2e/test_run.py sends the other signals."""
    command = start("run", "spec.yaml")
    command.until(lambda pid: _name(pid) in ("sleep 1001", "sleep 1002"), count=4)
    command.end(signal.SIGKILL)
