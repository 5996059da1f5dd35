"""Values whose result is known exactly, in every type and in any order of addition.

Elements repeat with a period, so that a buffer of any size is made from, and compared with, one short tile.
"""

from __future__ import annotations

import math
from typing import Callable

# The largest integer up to which the type represents every one.
EXACT = {
    "float64": 2**53,
    "float32": 2**24,
    "float16": 2**11,
    "bfloat16": 2**8,
    "int64": 2**63 - 1,
    "int32": 2**31 - 1,
    "int8": 2**7 - 1,
    "uint8": 2**8 - 1,
}
REDUCE: dict[str, Callable[[list[int]], int]] = {"sum": sum, "prod": math.prod, "min": min, "max": max}
# Powers of two stay below 127, int8's largest.
FACTORS_AT_MOST = 6
STEPS = 7
MOVED = 113


class Reduction:
    """The values of each process, and their result."""

    def __init__(self, operation: str, dtype: str, processes: int) -> None:
        """Choose values that stay exact for so many processes."""
        self._processes = processes
        self._operation = operation
        self._value: Callable[[int], int] = lambda x: 1 + x % MOVED
        self.period = MOVED
        if operation == "sum":
            # Where there are more processes than the type can count, only some put in more than 0.
            every = -(-processes // EXACT[dtype])
            steps = min(STEPS, max(1, EXACT[dtype] // -(-processes // every)))
            self.period = every * steps
            self._value = lambda x: 1 + x // every % steps if x % every == 0 else 0
        if operation == "prod":
            every = -(-processes // FACTORS_AT_MOST)
            self.period = every
            self._value = lambda x: 2 if x % every == 0 else 1

    def inputs(self, rank: int) -> list[int]:
        """Return one period of the values of a process."""
        return [self._value((position + rank) % self.period) for position in range(self.period)]

    def expected(self) -> list[int]:
        """Return one period of the result."""
        return [self._reduced(position) for position in range(self.period)]

    def _reduced(self, position: int) -> int:
        values = [self._value((position + rank) % self.period) for rank in range(self._processes)]
        return REDUCE[self._operation](values)


def moved(source: int, target: int) -> list[int]:
    """Return one period of the values that a process sends to another; `target` is 0 if all get the same."""
    return [(position + 3 * source + 5 * target) % MOVED for position in range(MOVED)]
