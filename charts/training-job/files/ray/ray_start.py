"""Common code of head and nodes: the address of the head, and Ray's own processes on this node.

Python 3.8 and newer, no package but Ray, which the image of the run brings.
"""

import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from shutil import which
from typing import Iterator, List, NamedTuple, Optional, Tuple

_CONNECT_SECONDS = 5
_STOP_SECONDS = 30


class Endpoint(NamedTuple):
    """A host, by name, and its port."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Endpoint":
        """Read `HOST:PORT`. Raises ValueError for anything else."""
        host, _, port = text.rpartition(":")
        return cls(host, int(port))


class Deadline:
    """A timeout for other nodes."""

    def __init__(self, seconds: float) -> None:
        """Start the timeout."""
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Return whether the timeout is over."""
        return time.monotonic() >= self._end


def print_status(text: str) -> None:
    """Write a line to the log, where Kubernetes finds the reason of a failure."""
    print(f"ray: {text}", file=sys.stderr, flush=True)


def ip_of(host: str) -> Optional[str]:
    """Return the address of a name; None if it does not resolve."""
    try:
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    except OSError:
        return None


def own_ip(head: Endpoint) -> Tuple[Optional[str], str]:
    """Return this node's address on the way to the head; None and the reason if the head does not answer."""
    try:
        with socket.create_connection(head, _CONNECT_SECONDS) as connection:
            return str(connection.getsockname()[0]), ""
    except OSError as error:
        return None, str(error)


def start(options: List[str]) -> "subprocess.Popen[bytes]":
    """Start Ray on this node, in the foreground of a process group of its own. Exits with 127 without Ray."""
    ray = which("ray")
    if ray is None:
        print_status("the image has no command `ray`")
        sys.exit(127)
    return subprocess.Popen([ray, "start", "--block", *options], start_new_session=True)


def stop(ray: "subprocess.Popen[bytes]") -> None:
    """Stop Ray on this node, by force if it takes too long."""
    ray.terminate()
    try:
        ray.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        ray.kill()


def end_on_signals() -> None:
    """End when the container is stopped: the first process of a container ignores signals without a handler."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


@contextmanager
def passed_on(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Forward the signals that stop a container to a process."""

    def pass_on(number: int, _: object) -> None:
        process.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def status(returncode: int) -> int:
    """Return the exit status of a process as a shell gives it: 128 and the number of the signal that ended it."""
    return returncode if returncode >= 0 else 128 - returncode
