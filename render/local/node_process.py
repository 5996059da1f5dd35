"""Processes and logs of a node."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from threading import Lock, Thread
from typing import IO

import click

from render.local.init import CANNOT_START, COMMAND, kill_group, program_line, start_error, terminate_group
from render.local.node import LocalNode, NodeProgram

Enter = Callable[[LocalNode, NodeProgram], tuple[Sequence[str], str]]
"""Returns the command line that starts a program in its node, and the working directory of that command."""


_COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "bright_red")


_LONGEST = 2**16
"""Maximum characters of a line; the rest becomes another line."""


class NodeLogs:
    """A writer of whole lines to standard output, from several threads."""

    def __init__(
        self, labels: Sequence[str], *, is_coloured: bool, closed: Callable[[], None], hidden: str | None = None
    ) -> None:
        """Prepare the prefixes of the nodes; `closed` is called if standard output is closed.

        Lines that contain `hidden` are left out.
        """
        width = max(map(len, labels))
        fronts = {label: f"{label:<{width}} | " for label in labels}
        colours = {label: _COLOURS[position % len(_COLOURS)] for position, label in enumerate(labels)}
        self._fronts = {
            name: click.style(text, fg=colours[name]) if is_coloured else text for name, text in fronts.items()
        }
        self._closed = closed
        self._hidden = hidden
        self._lock = Lock()

    def copy(self, label: str, stream: IO[str]) -> None:
        """Write all lines of a stream until it ends. The stream is read even if standard output is closed."""
        while line := stream.readline(_LONGEST):
            self.write(label, line.removesuffix("\n"))

    def write(self, label: str, line: str) -> None:
        """Write one line with the prefix of its node."""
        if self._hidden is not None and self._hidden in line:
            return
        with self._lock:
            try:
                sys.stdout.write(f"{self._fronts[label]}{line}\n")
                sys.stdout.flush()
            except BrokenPipeError:
                self._closed()


def enter_directly(_node: LocalNode, program: NodeProgram) -> tuple[Sequence[str], str]:
    """Return a program's own command line and folder: all nodes share this machine's network and file systems."""
    return program.words, program.folder


class NodeProcess:
    """The programs of one node, run in order, each in its own session."""

    def __init__(self, node: LocalNode, logs: NodeLogs, enter: Enter, ended: Callable[[str, int], None]) -> None:
        """Start a node; `ended` is called with its label and exit status."""
        self.node = node
        self._logs = logs
        self._enter = enter
        self._ended = ended
        self._process: subprocess.Popen[str] | None = None
        self._is_ending = False
        self._lock = Lock()
        self._readers: list[Thread] = []
        Thread(target=self._run, daemon=True).start()

    def terminate(self) -> None:
        """Send SIGTERM to the program, and start no further program."""
        with self._lock:
            self._is_ending = True
            if self._process is not None and self._process.returncode is None:
                terminate_group(self._process.pid)

    def end(self) -> None:
        """Send SIGKILL to the program."""
        if self._process is not None and self._process.returncode is None:
            kill_group(self._process.pid)

    def read_to_the_end(self, seconds: float) -> None:
        """Wait until all output is written, at most `seconds` per program. The programs must have ended."""
        for reader in self._readers:
            reader.join(seconds)

    def _run(self) -> None:
        status = 0
        for program in self.node.programs:
            status = status or self._status(program)
        self._ended(self.node.label, status)

    def _status(self, program: NodeProgram) -> int:
        """Run one program and return its exit status. Kills its process group afterwards, as for a container."""
        try:
            process = self._started(program)
        except OSError as error:
            self._logs.write(self.node.label, start_error(program.words[0], error))
            return CANNOT_START
        if process is None:
            return 0
        status = process.wait()
        kill_group(process.pid)
        return status if status >= 0 else 128 - status

    def _started(self, program: NodeProgram) -> subprocess.Popen[str] | None:
        with self._lock:
            if self._is_ending:
                return None
            words, folder = self._enter(self.node, program)
            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
            if self._process.stdin is not None:  # it stays open: closing it ends the node
                self._process.stdin.write(program_line(words, folder, program.env))
                self._process.stdin.flush()
        reader = Thread(target=self._logs.copy, args=(self.node.label, self._process.stdout), daemon=True)
        self._readers.append(reader)
        reader.start()
        return self._process
