"""Ends with the exit code of the first process that failed, which a launcher reports and replaces.

usage: python3 exit_code.py COMMAND [ARGUMENT…]

Signals are forwarded to the command, and its output is not changed. Each launcher prints the code on stderr:

- torchrun, whether its program uses `@record`, calls `sys.exit` or is killed; it ends with 1
  (torch/distributed/elastic/multiprocessing/errors);
- horovodrun in the message of its exception; it ends with 1 (horovod/runner/gloo_run.py, mpi_run.py);
- pdsh, with which `deepspeed` starts its nodes, in the order in which they end; `deepspeed` ends with the largest code
  of all nodes, among them those that fail because the first one did (deepspeed/launcher/runner.py).

After SIGTERM a code of 0 of horovodrun becomes 143, since it loses the codes of its processes at times: two of its
threads wait for one child, and Python takes a code that the other one has got for 0
(horovod/runner/common/util/safe_shell_exec.py, `subprocess.Popen._try_wait`). It kills them after five seconds, so that
no training is complete then.

The termination message gets the rank, the exception and the last lines: first_failure.py.
"""

import os
import re
import signal
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Deque, List, Optional

from first_failure import TERMINATION_LOG, ErrorFile, Failure, end_message

REPORTS = (
    (b"Root Cause (first observed failure)", re.compile(rb"\bexitcode\s*:\s*(-?\d{1,5})\s*\(pid:")),
    (b"Horovod detected that one or more processes exited with non-zero", re.compile(rb"^Exit code: (-?\d{1,5})\s*$")),
    (b"RuntimeError: mpirun failed with", re.compile(rb"RuntimeError: mpirun failed with exit code (\d{1,5})\s*$")),
)
"""The line with which a launcher's report begins, and the code in it or in a later line."""
NODE_ENDED = re.compile(rb"^pdsh@[^ :]+: [^ :]+: ssh exited with exit code ([1-9]\d{0,2})\s*$")
RANK = re.compile(rb"\brank\s*:\s*(\d{1,7})\s*\(local_rank:")
"""The rank in torchrun's report, before its code."""
FAILED = re.compile(rb"\bfailed \(exitcode: -?\d{1,5}\) local_rank: \d+ \(pid: \d+\) of binary: ")
"""torchrun's first line after a failure: the program's own lines are before it."""
LINES = 20
"""Lines before a failure that are kept."""
LINE = 65536
"""Bytes of an unfinished line that are kept."""
LOSES_CODES = ("horovodrun",)
"""Launchers that end with 0 at times when SIGTERM has ended their processes."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


class Report:
    """The codes in a launcher's output: that of its last report, since it may have restarted, or the first of pdsh."""

    def __init__(self) -> None:
        """Start before the output."""
        self._code: Optional[int] = None
        self._first_node: Optional[int] = None
        self._line = b""
        self._pattern: Optional[re.Pattern[bytes]] = None
        self._recent: Deque[bytes] = deque(maxlen=LINES)
        self.rank: Optional[int] = None
        """Rank of the first process that failed, where the launcher names it."""
        self.lines: List[bytes] = []
        """The last lines before torchrun reported the failure."""

    def feed(self, data: bytes) -> None:
        """Read the next bytes of the output."""
        *lines, rest = (self._line + data).split(b"\n")
        self._line = rest[-LINE:]
        for line in lines:
            self._read(line)

    def code(self, own: int) -> int:
        """Return the code of the first process that failed, for a launcher that ended with its `own` code."""
        if own != 0 and self._first_node:
            return self._first_node
        return self._code if own == 1 and self._code else own

    def _read(self, line: bytes) -> None:
        if FAILED.search(line):
            self.lines = [*self._recent]
            self._recent.clear()
        self._recent.append(line)
        for mark, pattern in REPORTS:
            if mark in line:
                self._pattern = pattern
        rank = self._pattern and RANK.search(line)
        if rank:
            self.rank = int(rank.group(1))
        found = self._pattern and self._pattern.search(line)
        if found:
            self._code = int(found.group(1))
            self._pattern = None
        ended = NODE_ENDED.search(line)
        if ended and self._first_node is None:
            self._first_node = int(ended.group(1))


def status(code: int) -> int:
    """Return an exit status as a shell does: 128 and the number of a signal, which is a negative code."""
    return 128 - code if code < 0 else code & 0xFF


def copy(source: int, report: Report) -> None:
    """Write all of a pipe to stderr as it comes."""
    while True:
        data = os.read(source, 65536)
        if not data:
            return
        report.feed(data)
        while data:
            data = data[os.write(2, data) :]


def wait(pid: int) -> int:
    """Return the code of a child. Orphans, which the first process of a container inherits, are reaped meanwhile."""
    while True:
        ended, how = os.wait()
        if ended == pid:
            return -os.WTERMSIG(how) if os.WIFSIGNALED(how) else os.WEXITSTATUS(how)


class Forwarder:
    """Sends the signals of this process to a child; those that come before there is one are sent then."""

    def __init__(self) -> None:
        """Catch the signals."""
        self.has_signal = False
        """True when a signal came: the command was ended from outside."""
        self.has_term = False
        """True when SIGTERM came."""
        self._pid: Optional[int] = None
        self._early: List[int] = []
        for number in SIGNALS:
            signal.signal(number, self._forward)

    def start(self, pid: int) -> None:
        """Name the child."""
        self._pid = pid
        for number in self._early:
            os.kill(pid, number)

    def _forward(self, number: int, _frame: object) -> None:
        self.has_signal = True
        self.has_term |= number == signal.SIGTERM
        if self._pid is None:
            self._early.append(number)
        else:
            os.kill(self._pid, number)


def main(command: List[str], termination_log: str = TERMINATION_LOG) -> int:
    """Run a command and return the exit status for it."""
    forwarder = Forwarder()
    error_file = ErrorFile()
    try:
        return _run(command, forwarder, error_file, termination_log)
    finally:
        error_file.remove()


def _run(command: List[str], forwarder: Forwarder, error_file: ErrorFile, termination_log: str) -> int:
    read, write = os.pipe()
    try:
        child = subprocess.Popen(command, stderr=write, env=error_file.environment)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 126 if isinstance(error, PermissionError) else 127
    forwarder.start(child.pid)
    os.close(write)
    report = Report()
    copier = threading.Thread(target=copy, args=(read, report), daemon=True)
    copier.start()
    code = wait(child.pid)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    copier.join(5)  # an orphan may keep the pipe open
    ended = report.code(code)
    if ended == 0 and forwarder.has_term and Path(command[0]).name in LOSES_CODES:
        return status(-signal.SIGTERM)
    if ended != 0 and not forwarder.has_signal:
        end_message(Failure(status(ended), report.rank, report.lines), error_file, termination_log)
    return status(ended)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
