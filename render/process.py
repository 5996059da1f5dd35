"""Processes that load Helm's library: what Go must be told, and the one that is started before anything else."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, cast

if TYPE_CHECKING:  # it would load the library
    from render.engine.embedded import Variant

_SETTINGS = {"GOGC": "800", "GOMAXPROCS": "2"}
"""One render is one thread's work, and short-lived garbage: a thousand specs take three quarters of the time.

Go reads them when a process starts; to set them in one that runs has no effect.
"""
_SERVE = "import sys; sys.path[:] = sys.argv[4:]; from render.process import serve; serve()"


@contextmanager
def for_rendering() -> Iterator[None]:
    """Start processes with settings that suit a render, where the user has none of these."""
    added = {name: value for name, value in _SETTINGS.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


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

    Thread(target=_load).start()
    from render.engine import served

    questions, answers, variant = sys.argv[1:4]
    served.serve(os.fdopen(int(questions), "rb"), os.fdopen(int(answers), "wb"), cast("Variant", variant))


def _load() -> None:
    with suppress(Exception):  # who imports it next is told
        import_module("helm_python")
