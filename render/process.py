"""Our own processes: how they start, the one that has Helm's library, and how they end with this one."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, cast

if TYPE_CHECKING:  # it would load the library
    from render.engine.embedded import Variant

_SETTINGS = {"GOGC": "800", "GOMAXPROCS": "2"}
"""One render is one thread's work, and short-lived garbage: a thousand specs take three quarters of the time.

Go reads them when a process starts; to set them in one that runs has no effect.
"""
_SAFE_PATH = {"PYTHONSAFEPATH": "1"}
"""`-P` for the processes that `multiprocessing` starts with `-c`: no module of the working directory is imported."""
_SERVE = "import sys; sys.path[:] = sys.argv[4:]; from render.process import serve; serve()"


@contextmanager
def for_rendering() -> Iterator[None]:
    """Start our own processes: with settings that suit a render, where the user has none, and a safe import path.

    Start no other program in it: a program of the user may rely on its own import path.
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
    """Return whether `for_rendering` gives `multiprocessing` a safe import path; `python -E` ignores the variable."""
    return bool(sys.flags.safe_path or not sys.flags.ignore_environment)


def end_with_parent() -> None:
    """End this process of `multiprocessing` as soon as the one that started it is gone, even in the middle of work."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        _watch(parent.join)


def start(variant: "Variant") -> tuple[int, int] | None:
    """Start a process that loads the library, and our own chart in the variant that is likely to be asked for.

    Returns the file descriptors for questions and answers; None where the system has no such processes. It has the
    modules of this one and no others (`-S`, `-P`), and a process group of its own: Ctrl-C is for this one.
    """
    if not hasattr(os, "posix_spawn") or not sys.executable:
        return None
    ours, theirs = os.pipe(), os.pipe()
    given = ours[0], theirs[1]
    for descriptor in given:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - it has no name
    arguments = [sys.executable, "-S", "-P", "-c", _SERVE, *map(str, given), variant, *sys.path]
    with for_rendering():
        os.posix_spawn(sys.executable, arguments, os.environ, setpgroup=0)
    for descriptor in given:
        os.close(descriptor)
    return ours[1], theirs[0]


def serve() -> NoReturn:
    """Answer, in the process that has been started: the library is loaded beside the modules that use it."""
    from threading import Thread

    questions, answers, variant = sys.argv[1:4]
    Thread(target=_load).start()
    _watch(partial(_wait_for_close, int(questions)))
    from render.engine import served

    served.serve(os.fdopen(int(questions), "rb"), os.fdopen(int(answers), "wb"), cast("Variant", variant))


def _load() -> None:
    with suppress(Exception):  # who imports it next is told
        import_module("helm_python")


def _watch(wait_for_parent: Callable[[], object]) -> None:
    """End this process when the call returns. Helm's library does not hold the interpreter's lock while it renders."""
    from threading import Thread

    def end() -> None:
        wait_for_parent()
        os._exit(0)

    Thread(target=end, daemon=True).start()


def _wait_for_close(descriptor: int) -> None:
    """Return when no process can write to a pipe any more; what is in it stays there."""
    from select import poll

    hangup = poll()
    hangup.register(descriptor, 0)
    hangup.poll()
