"""Validate many files: in this process, or in several if that is faster."""

import gc
from collections.abc import Iterator, Sequence
from itertools import chain

from render.engine import EngineError
from render.process import available_cores, end_with_parent, for_rendering, has_safe_children
from render.validation.check_file import FileState
from render.validation.inputs import Settings
from render.validation.pipeline import check_files
from render.validation.result import Result

States = Sequence[FileState]

ALONE = 40
"""Files that one process checks in the time that another one needs to start."""

CHUNK = 16
"""Files that are checked together; larger groups are hardly faster."""

_settings: list[Settings] = []
"""Settings of this process in a pool, set when it starts."""


def check_all_files(states: States, settings: Settings) -> Iterator[Result]:
    """Yield the result of each file that is read, in order. Raises EngineError, OSError, ValueError."""
    pending = [state for state in states if state.result is None]
    # Files that are classified already are checked in this process, since their trees are large.
    own = _serial(_chunks(pending, is_classified=True), settings)
    others = _chunks(pending, is_classified=False)
    processes = min(available_cores(), sum(map(len, others)) // ALONE + 1) if has_safe_children() else 1
    found = _parallel(others, settings, processes) if processes > 1 else _serial(others, settings)
    for state in states:
        yield state.result or next(found if state.content is None else own)
    yield from found  # nothing is left, but this ends the processes


def _chunks(states: States, *, is_classified: bool) -> list[States]:
    kept = [state for state in states if (state.content is not None) == is_classified]
    return [kept[start : start + CHUNK] for start in range(0, len(kept), CHUNK)]


def _serial(chunks: Sequence[States], settings: Settings) -> Iterator[Result]:
    for chunk in chunks:
        yield from check_files(chunk, settings)


def _parallel(chunks: Sequence[States], settings: Settings, processes: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawn, since Helm's library does not survive a fork; an executor, since `Pool` does not notice a dead process.
    with for_rendering():  # creating a pool starts one process, and its first task starts the others
        pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, (settings, gc.get_threshold()))
        found = pool.map(_in_process, chunks)
    try:
        yield from chain.from_iterable(found)
    except BrokenProcessPool as error:  # usually killed because memory ran out
        message = "a process that checks files has ended unexpectedly: the report is not complete"
        raise EngineError(message, hint="give it more memory, or check fewer files at once") from error
    pool.shutdown()  # not after an exception: a signal does not wait for running checks


def _start(settings: Settings, threshold: tuple[int, int, int]) -> None:
    import signal

    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    gc.set_threshold(*threshold)
    _settings.append(settings)


def _in_process(states: States) -> list[Result]:
    return check_files(states, _settings[0])
