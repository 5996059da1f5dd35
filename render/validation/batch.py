"""Validate many files: in this process, or in several where that is faster."""

import gc
import os
from collections.abc import Iterator, Sequence
from itertools import chain

from render.engine import EngineError
from render.problem import Problem
from render.process import end_with_parent, for_rendering, has_safe_children
from render.validation.file import Settings, validate
from render.validation.inputs import Input
from render.validation.result import Result

Files = Sequence[Input | Problem]

ALONE = 40
"""Files up to which one process is done before another one has started."""

CHUNK = 16
"""Files that are taken at once; with more of them there is little to gain."""

_settings: list[Settings] = []
"""What the processes of a pool are told once."""


def results(files: Files, settings: Settings) -> Iterator[Result]:
    """Yield what is found in each file, in their order. Raises EngineError, OSError, ValueError."""
    processes = min(os.cpu_count() or 1, len(files) // ALONE + 1) if has_safe_children() else 1
    chunks = [files[start : start + CHUNK] for start in range(0, len(files), CHUNK)]
    if processes == 1:
        for chunk in chunks:
            yield from validate(chunk, settings)
    else:
        yield from _parallel(chunks, settings, processes)


def _parallel(chunks: Sequence[Files], settings: Settings, processes: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawned and never forked: Helm's library does not survive a fork. An executor and no pool: it notices a death.
    with for_rendering():  # a pool starts a process to begin with, and the others when it is given work
        pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, (settings, gc.get_threshold()))
        found = pool.map(_in_process, chunks)
    try:
        yield from chain.from_iterable(found)
    except BrokenProcessPool as error:  # most often killed for want of memory
        message = "a process that checks files has ended unexpectedly: the report is not complete"
        raise EngineError(message, hint="give it more memory, or check fewer files at once") from error
    pool.shutdown()  # not after an exception: a signal does not wait for what they are doing


def _start(settings: Settings, threshold: tuple[int, int, int]) -> None:
    import signal

    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    gc.set_threshold(*threshold)
    _settings.append(settings)


def _in_process(files: Files) -> list[Result]:
    return list(validate(files, _settings[0]))
