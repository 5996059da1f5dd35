"""External programs: how they are found, and how they end with this process."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:  # few commands start a program
    from subprocess import CompletedProcess

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>


def search_path(more: Sequence[str] = ()) -> str:
    """Return the absolute folders of PATH, followed by `more`.

    Relative names, an empty one included, are left out: the working directory may be another person's checkout.
    """
    folders = [*os.environ.get("PATH", os.defpath).split(os.pathsep), *more]
    return os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())


def find_program(name: str, more: Sequence[str] = ()) -> str | None:
    """Return the path of a program in `search_path`, or None."""
    return shutil.which(name, path=search_path(more))


def run(
    words: Sequence[str | Path],
    env: Mapping[str, str] | None = None,
    seconds: float | None = None,
    *,
    output: IO[bytes] | None = None,
    limits: Mapping[int, int] | None = None,
) -> "CompletedProcess[bytes]":
    """Run a program without input until it ends, and return its status and output.

    With `output`, both of its streams are written to that file. `limits` are maximums by constants of `resource`.
    On Linux, it is killed when this process ends, for any reason. Raises OSError, subprocess.TimeoutExpired.
    """
    import subprocess

    return subprocess.run(
        words,
        env={**(os.environ if env is None else env), "PATH": search_path()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if output is None else output,
        stderr=subprocess.PIPE if output is None else subprocess.STDOUT,
        timeout=seconds,
        check=False,
        preexec_fn=killed_with_parent(limits or {}),
    )


def killed_with_parent(limits: Mapping[int, int]) -> Callable[[], object] | None:
    """Return the function that a new process calls before it runs a program; it sets `limits`."""
    if sys.platform != "linux":
        return None
    import ctypes
    import resource
    import signal

    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # the parent has already ended
            os._exit(1)
        for limit, most in limits.items():
            resource.setrlimit(limit, (most, most))

    return prepare
