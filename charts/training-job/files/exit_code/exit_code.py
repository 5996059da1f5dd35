"""Ends with the exit code of the first process that failed, which torchrun reports and replaces with 1.

usage: python3 exit_code.py COMMAND [ARGUMENT…]

Signals are forwarded to the command, and its output is not changed. torchrun prints the code on stderr, whether its
program uses `@record`, calls `sys.exit` or is killed (torch/distributed/elastic/multiprocessing/errors).
"""

import os
import re
import signal
import subprocess
import sys
import threading
from typing import List, Optional

ROOT_CAUSE = b"Root Cause (first observed failure)"
EXIT_CODE = re.compile(rb"\bexitcode\s*:\s*(-?\d{1,5})\s*\(pid:")
LINE = 65536
"""Bytes of an unfinished line that are kept."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


class Report:
    """The last root cause in torchrun's output, since torchrun may have restarted its processes before."""

    def __init__(self) -> None:
        """Start before the output."""
        self.code: Optional[int] = None
        self._line = b""
        self._is_near = False

    def feed(self, data: bytes) -> None:
        """Read the next bytes of the output."""
        *lines, rest = (self._line + data).split(b"\n")
        self._line = rest[-LINE:]
        for line in lines:
            if ROOT_CAUSE in line:
                self._is_near = True
            elif self._is_near:
                found = EXIT_CODE.search(line)
                if found:
                    self.code = int(found.group(1))
                    self._is_near = False


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
    return status(report.code if code == 1 and report.code else code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
