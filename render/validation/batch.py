"""Validate many files: in this process, or in several where that is faster."""

import gc
import os
from collections.abc import Iterator, Sequence

from render.problem import Problem
from render.validation.file import Settings, validate
from render.validation.inputs import Input
from render.validation.result import Result

ALONE = 40
"""Files up to which one process is done before another one has started."""

_CHUNK = 8
"""Files that a process takes at once."""

_settings: list[Settings] = []
"""What the processes of a pool are told once."""


def results(files: Sequence[Input | Problem], settings: Settings) -> Iterator[Result]:
    """Yield what is found in each file, in their order. Raises EngineError, OSError, ValueError."""
    processes = min(os.cpu_count() or 1, len(files) // ALONE + 1)
    if processes == 1:
        yield from (_result(file, settings) for file in files)
    else:
        yield from _parallel(files, settings, processes)


def _parallel(files: Sequence[Input | Problem], settings: Settings, processes: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Spawned and never forked: Helm's library does not survive a fork. An executor and no pool: it notices a death.
    with ProcessPoolExecutor(processes, get_context("spawn"), _start, (settings, gc.get_threshold())) as pool:
        yield from pool.map(_in_process, files, chunksize=_CHUNK)


def _start(settings: Settings, threshold: tuple[int, int, int]) -> None:
    gc.set_threshold(*threshold)
    _settings.append(settings)


def _in_process(file: Input | Problem) -> Result:
    return _result(file, _settings[0])


def _result(file: Input | Problem, settings: Settings) -> Result:
    if isinstance(file, Problem):
        return Result(file.file or "", problems=(file,))
    return validate(file.path, settings, is_named=file.is_named)
