"""A node while it runs."""

import subprocess
from collections.abc import Callable, Sequence
from threading import Lock, Thread

from render.local import init, processes
from render.local.logs import Logs
from render.local.node import Node, Program

Enter = Callable[[Node, Program], tuple[Sequence[str], str]]
"""Makes the command line that starts a program where its node is, and the folder to start that in."""


def here(_node: Node, program: Program) -> tuple[Sequence[str], str]:
    """Start a program as it is: all nodes share this machine's network and file systems."""
    return program.words, program.folder


class Running:
    """One node's programs, one after the other, each in a session of its own."""

    def __init__(self, node: Node, logs: Logs, enter: Enter, ended: Callable[[str, int], None]) -> None:
        """Start a node; `ended` is called with its label and its exit status."""
        self.node = node
        self._logs = logs
        self._enter = enter
        self._ended = ended
        self._process: subprocess.Popen[str] | None = None
        self._is_asked_to_end = False
        self._lock = Lock()
        self._readers: list[Thread] = []
        Thread(target=self._run, daemon=True).start()

    def ask_to_end(self) -> None:
        """Ask the program to end, and start no other one."""
        with self._lock:
            self._is_asked_to_end = True
            if self._process is not None and self._process.returncode is None:
                processes.ask_to_end(self._process.pid)

    def end(self) -> None:
        """End the program at once."""
        if self._process is not None and self._process.returncode is None:
            processes.end(self._process.pid)

    def read_to_the_end(self, seconds: float) -> None:
        """Wait until all of its output is written. What held it open has been ended by then."""
        for reader in self._readers:
            reader.join(seconds)

    def _run(self) -> None:
        status = 0
        for program in self.node.programs:
            status = status or self._status(program)
        self._ended(self.node.label, status)

    def _status(self, program: Program) -> int:
        """Run one program to its end. As of a container, nothing of its process group stays behind."""
        try:
            process = self._started(program)
        except OSError as error:
            self._logs.write(self.node.label, init.refusal(program.words[0], error))
            return init.CANNOT_START
        if process is None:
            return 0
        status = process.wait()
        processes.end(process.pid)
        return status if status >= 0 else 128 - status

    def _started(self, program: Program) -> subprocess.Popen[str] | None:
        with self._lock:
            if self._is_asked_to_end:
                return None
            words, folder = self._enter(self.node, program)
            self._process = subprocess.Popen(
                init.COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
            if self._process.stdin is not None:  # it stays open: its end would be that of the node
                self._process.stdin.write(init.line(words, folder, program.env))
                self._process.stdin.flush()
        reader = Thread(target=self._logs.copy, args=(self.node.label, self._process.stdout), daemon=True)
        self._readers.append(reader)
        reader.start()
        return self._process
