"""The first process of a node, as a container has one: it starts the program, and nothing of that outlives it.

It stands between the run and the program because only an ancestor finds processes whose own parent has ended, and
because a run that is killed ends nothing by itself. The run keeps its standard input open: the end of that is the end
of the node.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Thread
from typing import NoReturn

from render.local.processes import adopt_orphans, end_all

CANNOT_START = 126
"""Exit status of a program that is there and can't be started, as shells have it."""

COMMAND = (
    sys.executable,
    *("-S", "-P", "-c", "import sys; sys.path[:] = sys.argv[1:]; from render.local.init import main; main()"),
    *sys.path,
)
"""Starts this module; it imports what this process would import."""


def line(words: Sequence[str], folder: str, env: Mapping[str, str]) -> str:
    """Return what the process reads first: the program, where it starts, and its environment."""
    return f"{json.dumps([words, folder, dict(env)])}\n"


def refusal(word: str, error: OSError) -> str:
    """Return why a program can't be started."""
    return f"`{word}` can't be started: {(error.strerror or '').lower()}"


def main() -> NoReturn:
    """Run the program, and exit with its status, or 128 and the number of the signal that ended it."""
    adopt_orphans()
    requests: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: requests.append(number))  # to its group, for the program
    words, folder, env = json.loads(sys.stdin.buffer.readline() or sys.exit())
    try:
        program = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.DEVNULL)
    except OSError as error:
        print(refusal(words[0], error), flush=True)
        os._exit(CANNOT_START)
    if requests:  # perhaps before the program was there
        os.kill(program.pid, signal.SIGTERM)
    Thread(target=_end_with_run, args=(program.pid,), daemon=True).start()
    pid = status = -1
    while pid != program.pid:  # the others are orphans
        pid, status = os.wait()
    end_all()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _end_with_run(program: int) -> None:
    sys.stdin.buffer.read()
    with suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)
