"""Child processes of this package: how they start, and how they end with their parent.

One of them is the worker, which loads Helm's library (`render.engine.worker`). It starts before other modules are
imported, so this module imports none of them; `render.engine` alone talks to the worker.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from os.path import isdir
from typing import TYPE_CHECKING, NoReturn, cast

if TYPE_CHECKING:  # it would load the library
    from render.engine.helm_library import Variant

_SETTINGS = {"GOGC": "300", "GOMAXPROCS": "2"}
"""Settings of Go for renders, which use one thread and allocate short-lived garbage.

Go reads them when a process starts; setting them in a running process has no effect. For 300 specs, GOGC=300 takes 7 %
less CPU time than Go's default of 100. GOGC=800 takes 6 % less again, and a third more memory (432, not 323 MiB).
"""
_SAFE_PATH = {"PYTHONSAFEPATH": "1"}
"""`-P` for the processes that `multiprocessing` starts with `-c`: no module is imported from the working directory."""
_RENDERING = frozenset(["import", "ladder", "pods", "run", "sweep", "template", "validate"])
"""Commands that need the library. A command that is missing here works, but is slower."""
_SERVE = "import sys; sys.path[:] = sys.argv[4:]; from render.process import serve; serve()"


@contextmanager
def for_rendering() -> Iterator[None]:
    """Set the environment for child processes of this package: Go's settings (the user's win) and a safe import path.

    Don't start other programs in this context: they may rely on their own import path.
    """
    before = dict(os.environ)
    os.environ.update(_SETTINGS | before | _SAFE_PATH)
    try:
        yield
    finally:
        for name in _SETTINGS.keys() | _SAFE_PATH.keys():
            if name in before:
                os.environ[name] = before[name]
            else:
                del os.environ[name]


def has_safe_children() -> bool:
    """Return True if `for_rendering` gives `multiprocessing` a safe import path; `python -E` ignores the variable."""
    return bool(sys.flags.safe_path or not sys.flags.ignore_environment)


def end_with_parent() -> None:
    """Exit this process of `multiprocessing` as soon as its parent has ended, even in the middle of work."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        _watch(parent.join)


def start_worker(arguments: Sequence[str]) -> None:
    """Start the worker if the command with these arguments is likely to render in this process.

    On one core the worker only costs its own start, so it is not started there; for a folder, the processes of
    `render.validation.batch` do the work. Without the worker, `render.engine` loads the library itself.
    """
    is_rendering = bool(arguments) and arguments[0] in _RENDERING and not any(map(isdir, arguments[1:]))
    if not is_rendering or available_cores() < 2 or not hasattr(os, "posix_spawn") or not sys.executable:
        return
    descriptors = start("whole" if arguments[0] == "template" else "trimmed")
    from render.engine.worker_client import connect_worker

    connect_worker(*descriptors)


def available_cores() -> int:
    """Return the number of cores that this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start(variant: "Variant") -> tuple[int, int]:
    """Start a process that loads the library and the bundled chart, in the variant that is likely to be needed.

    Returns the file descriptors for questions and answers. The process has the import path of this one and nothing
    else (`-S`, `-P`), and its own process group, since Ctrl-C is for this process.
    """
    ours, theirs = os.pipe(), os.pipe()
    descriptors = ours[0], theirs[1]
    for descriptor in descriptors:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - the parameter has no name
    arguments = [sys.executable, "-S", "-P", "-c", _SERVE, *map(str, descriptors), variant, *sys.path]
    with for_rendering():
        os.posix_spawn(sys.executable, arguments, os.environ, setpgroup=0)
    for descriptor in descriptors:
        os.close(descriptor)
    return ours[1], theirs[0]


def serve() -> NoReturn:
    """Run the worker; a thread loads the library while the main thread loads the modules that use it."""
    from threading import Thread

    questions, answers, variant = sys.argv[1:4]
    Thread(target=_load).start()
    _watch(partial(_wait_for_close, int(questions)))
    from render.engine.worker import run_worker as answer

    answer(os.fdopen(int(questions), "rb"), os.fdopen(int(answers), "wb"), cast("Variant", variant))


def _load() -> None:
    with suppress(Exception):  # the next import raises the error again
        import_module("helm_python")


def _watch(wait_for_parent: Callable[[], object]) -> None:
    """Exit this process when the call returns. Helm's library releases the interpreter's lock while it renders."""
    from threading import Thread

    def end() -> None:
        wait_for_parent()
        os._exit(0)

    Thread(target=end, daemon=True).start()


def _wait_for_close(descriptor: int) -> None:
    """Return when no process can write to a pipe any more, without reading from it."""
    from select import poll

    hangup = poll()
    hangup.register(descriptor, 0)
    hangup.poll()


def reserve_streams() -> None:
    """Open each closed standard stream, so that no other file gets its number and its output.

    Standard input is then empty, standard error is discarded, and a write to standard output fails (EBADF), since
    lost output must not look like success.
    """
    for descriptor, (name, flags, mode) in enumerate(
        (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))
