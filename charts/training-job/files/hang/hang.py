"""Run a command and report when its processes hang: who is late, where, and who waits for it.

usage: python3 -B hang.py OPTION… -- COMMAND [ARGUMENT…]

RENDER_RUN_UID is the UID of the run's JobSet, by which its nodes recognise each other. Signals are forwarded to the
command. Exit status: that of the command; 75 if `--action=fail` ended it. Python 3.8 and its standard library.
"""

from __future__ import annotations

import contextlib
import math
import os
import py_compile
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import hang_agent
import hang_report as reports
import peer_key as keys
from exit_code import SIGNALS, Forwarder, status, wait
from first_failure import ErrorFile, Failure, end_message
from hang_agents import Agents
from hang_first_node import FirstNode
from hang_node import Node
from hang_other_node import OtherNode
from hang_plan import read
from hang_process import descendants, find_processes
from peer_key import Key

HANG = 75
"""EX_TEMPFAIL of sysexits.h: a new attempt may succeed."""
GRACE = 10.0
"""Seconds that a hanging program gets after SIGTERM."""
FAREWELL = 3.0
"""Seconds to tell node 0 that the program has ended."""


class Program:
    """The command and its descendants."""

    def __init__(self, stopped: threading.Event) -> None:
        """Begin before it has started; `stopped` ends the watcher."""
        self._stopped = stopped
        self.pid: int | None = None
        self.ended_at = math.inf
        """When it was ended because it hangs (time.monotonic)."""

    def end(self) -> None:
        """End the program and all its descendants: a process that hangs may ignore a polite request."""
        self.ended_at = time.monotonic()
        self._stopped.set()
        threading.Thread(target=self._end, daemon=True).start()

    def _end(self) -> None:
        if self.pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        time.sleep(GRACE)
        for pid in [*descendants(self.pid, find_processes()), self.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class Ending(Forwarder):
    """Forwards signals; a run that is being stopped is not watched any more."""

    def __init__(self, stopped: threading.Event) -> None:
        """Catch the signals."""
        self._stopped = stopped
        self.time = math.inf
        """When the first signal came (time.monotonic)."""
        super().__init__()

    def _forward(self, number: int, frame: object) -> None:
        if number in (signal.SIGTERM, signal.SIGINT):
            self.time = min(self.time, time.monotonic())
            self._stopped.set()
        super()._forward(number, frame)


def main() -> int:
    """Run the command with a watcher, and return the exit status."""
    plan = read(sys.argv[1:])
    # Child processes don't need it.
    uid = os.environ.pop(keys.VARIABLE, "")
    stopped = threading.Event()
    forwarder = Ending(stopped)
    folder = tempfile.mkdtemp(prefix="render-hang-")
    program = Program(stopped)
    error_file = ErrorFile()
    watcher: threading.Thread | None = None
    try:
        node = Node(plan, Agents(f"{folder}/socket"), program.end)
        if uid or plan.nodes == 1:
            watcher = threading.Thread(
                target=_watch, args=(node, Key(uid, plan.run, "render hang"), stopped), daemon=True
            )
        else:
            reports.log_line(keys.MISSING.replace("preflight.enabled", "hangDetection.enabled"))
        try:
            child = subprocess.Popen(plan.command, env=_environment(folder, error_file.environment))
        except OSError as error:
            print(f"{plan.command[0]}: {error.strerror}", file=sys.stderr)
            return 126 if isinstance(error, PermissionError) else 127
        program.pid = child.pid
        forwarder.start(child.pid)
        if watcher:
            watcher.start()
        code = status(wait(child.pid))
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        node.ended, node.stopped_at = code, min(forwarder.time, program.ended_at)
        stopped.set()
        if watcher:
            watcher.join(FAREWELL)
        if code and not forwarder.has_signal and program.ended_at == math.inf:
            end_message(Failure(code), error_file, plan.termination_log)
        return HANG if program.ended_at < math.inf else code
    finally:
        error_file.remove()
        shutil.rmtree(folder, ignore_errors=True)


def _watch(node: Node, key: Key, stopped: threading.Event) -> None:
    kind = FirstNode if node.plan.index == 0 else OtherNode
    try:
        kind(node, key, stopped).run()
    except Exception as error:  # noqa: BLE001 - the program must not end for what watches it
        reports.log_line(f"stopped on node {node.plan.index}: {type(error).__name__}: {error}")


def _environment(folder: str, environment: dict[str, str]) -> dict[str, str]:
    """Return the program's environment, with the agent before what the image and the spec put on PYTHONPATH."""
    site = Path(folder, "site")
    site.mkdir()
    agent = str(site / "sitecustomize.py")
    shutil.copyfile(str(Path(__file__).with_name("hang_agent.py")), agent)
    # With PYTHONDONTWRITEBYTECODE, which many images set, each process would compile it again.
    py_compile.compile(agent)
    before = environment.get("PYTHONPATH")
    path = f"{site}{os.pathsep}{before}" if before else str(site)
    return {**environment, hang_agent.SOCKET: f"{folder}/socket", "PYTHONPATH": path}


if __name__ == "__main__":
    sys.exit(main())
