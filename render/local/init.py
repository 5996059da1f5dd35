"""The init process of a node: it starts the program, and kills all descendants when the program ends.

A separate process is necessary for two reasons: only an ancestor can adopt processes whose parent has ended, and a run
that is killed can't stop its nodes. The run keeps the standard input of this process open; when it closes, the program
is killed.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NoReturn

CANNOT_START = 126
"""Exit status of a program that can't be started, as in shells."""

COMMAND = (
    sys.executable,
    *(
        "-S",
        "-P",
        "-c",
        "import sys; sys.path[:] = sys.argv[1:]; from render.local.init import run_as_init; run_as_init()",
    ),
    *sys.path,
)
"""Command line that starts this module with the import path of this process."""


def program_line(words: Sequence[str], folder: str, env: Mapping[str, str]) -> str:
    """Return the first line of the init process's standard input: command line, working directory, environment."""
    return f"{json.dumps([words, folder, dict(env)])}\n"


def start_error(word: str, error: OSError) -> str:
    """Return the message for a program that can't be started."""
    return f"`{word}` can't be started: {(error.strerror or '').lower()}"


def run_as_init() -> NoReturn:
    """Run the program and exit with its status, or with 128 plus the number of the signal that ended it."""
    adopt_orphans()
    requests: list[int] = []
    # SIGTERM is sent to the process group, and is for the program.
    signal.signal(signal.SIGTERM, lambda number, _frame: requests.append(number))
    words, folder, env = json.loads(sys.stdin.buffer.readline() or sys.exit())
    try:
        program = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.DEVNULL)
    except OSError as error:
        print(start_error(words[0], error), flush=True)
        os._exit(CANNOT_START)
    if requests:  # perhaps received before the program has started
        os.kill(program.pid, signal.SIGTERM)
    Thread(target=_end_with_run, args=(program.pid,), daemon=True).start()
    pid = status = -1
    while pid != program.pid:  # the others are orphans
        pid, status = os.wait()
    kill_descendants()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _end_with_run(program: int) -> None:
    sys.stdin.buffer.read()
    with suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)


_PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>


def adopt_orphans() -> None:
    """Become the parent of every descendant whose parent ends, so that `kill_descendants` finds it. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def terminate_group(leader: int) -> None:
    """Send SIGTERM to a process group, as the kubelet does."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGTERM)


def kill_group(leader: int) -> None:
    """Send SIGKILL to a process group."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def kill_descendants() -> None:
    """Kill every descendant of this process and wait until all have ended. Linux only."""
    if sys.platform != "linux":
        return
    with suppress(ChildProcessError):  # all have ended
        while True:
            for pid in _descendants(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


def _descendants(pid: int) -> Iterator[int]:
    """Yield the running descendants of a process."""
    children: dict[int, list[int]] = {}
    for number in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208 - a glob asks each for its state
        with suppress(OSError):  # it has ended
            # The name in parentheses may contain parentheses and spaces.
            stat = Path("/proc", number, "stat").read_text(errors="replace")
            state, parent, *_ = stat.rpartition(")")[2].split()
            if state != "Z":
                children.setdefault(int(parent), []).append(int(number))
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        yield from below
        waiting += below
