"""Real processes for tests: their output line by line, a limit on their time, and nothing left running."""

import contextlib
import os
import queue
import re
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class Running:
    """A started program. Its children count as part of it; `seconds` limit its whole life."""

    def __init__(self, command: Sequence[str], *, folder: Path, env: Mapping[str, str], seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._seen: list[str] = []
        self._process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._arriving: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def until(self, pattern: str) -> re.Match[str]:
        """Wait for the next line that `pattern` is found in."""
        while (line := self._next_line()) is not None:
            if match := re.search(pattern, line):
                return match
        raise AssertionError(f"no line with `{pattern}` in\n{self.output}")

    def finish(self) -> int:
        """Wait for the end of the output and of the process; returns its exit status."""
        while self._next_line() is not None:
            pass
        return self._process.wait(self._left())

    @property
    def pid(self) -> int:
        """The process itself."""
        return self._process.pid

    @property
    def output(self) -> str:
        """What has been read so far; all of it after `finish`."""
        return "\n".join(self._seen)

    def terminate(self) -> None:
        """Ask the process to end, as the kubelet does."""
        self._process.terminate()

    def send(self, number: int) -> None:
        """Send a signal to the process itself."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill the process and its descendants, which torchrun puts into sessions of their own."""
        if self._process.poll() is None:
            for pid in (self._process.pid, *_descendants(self._process.pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def _next_line(self) -> str | None:
        try:
            line = self._arriving.get(timeout=self._left())
        except queue.Empty:
            raise AssertionError(f"out of time after\n{self.output}") from None
        if line is not None:
            self._seen.append(line)
        return line

    def _left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in stdout:
                self._arriving.put(line.decode(errors="replace").rstrip("\n"))
        self._arriving.put(None)


def _descendants(pid: int) -> list[int]:
    pairs = subprocess.run(["ps", "-A", "-o", "ppid=,pid="], capture_output=True, text=True, check=True).stdout
    children: dict[int, list[int]] = {}
    for pair in pairs.splitlines():
        parent, child = map(int, pair.split())
        children.setdefault(parent, []).append(child)
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found[1:]
