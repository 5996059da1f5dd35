"""Ends with the exit code of the first process that failed, which a launcher reports and replaces.

usage: python3 exit_code.py COMMAND [ARGUMENT…]

Signals are forwarded to the command, and its output is not changed. Each launcher prints the code on stderr:

- torchrun, whether its program uses `@record`, calls `sys.exit` or is killed; it ends with 1
  (torch/distributed/elastic/multiprocessing/errors);
- horovodrun in the message of its exception; it ends with 1 (horovod/runner/gloo_run.py, mpi_run.py);
- pdsh, with which `deepspeed` starts its nodes, in the order in which they end; `deepspeed` ends with the largest code
  of all nodes, among them those that fail because the first one did (deepspeed/launcher/runner.py).
"""

import os
import re
import signal
import subprocess
import sys
import threading
from typing import List, Optional

REPORTS = (
    (b"Root Cause (first observed failure)", re.compile(rb"\bexitcode\s*:\s*(-?\d{1,5})\s*\(pid:")),
    (b"Horovod detected that one or more processes exited with non-zero", re.compile(rb"^Exit code: (-?\d{1,5})\s*$")),
    (b"RuntimeError: mpirun failed with", re.compile(rb"RuntimeError: mpirun failed with exit code (\d{1,5})\s*$")),
)
"""The line with which a launcher's report begins, and the code in it or in a later line."""
NODE_ENDED = re.compile(rb"^pdsh@[^ :]+: [^ :]+: ssh exited with exit code ([1-9]\d{0,2})\s*$")
LINE = 65536
"""Bytes of an unfinished line that are kept."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


class Report:
    """The codes in a launcher's output: that of its last report, since it may have restarted, or the first of pdsh."""

    def __init__(self) -> None:
        """Start before the output."""
        self._code: Optional[int] = None
        self._first_node: Optional[int] = None
        self._line = b""
        self._pattern: Optional[re.Pattern[bytes]] = None

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
        for mark, pattern in REPORTS:
            if mark in line:
                self._pattern = pattern
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
        if self._pid is None:
            self._early.append(number)
        else:
            os.kill(self._pid, number)


def main(command: List[str]) -> int:
    """Run a command and return the exit status for it."""
    read, write = os.pipe()
    forwarder = Forwarder()
    try:
        child = subprocess.Popen(command, stderr=write)
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
    return status(report.code(code))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
