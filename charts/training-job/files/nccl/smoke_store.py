"""Messages between the processes, next to the measured data: signed values in torch's store, which is on rank 0's
node."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from datetime import timedelta
from typing import Any, Iterable

from smoke_plan import Place
from smoke_shape import Shape
from smoke_signed import Signer

# Seconds between two polls of the values of others.
PAUSE = 0.05
# Seconds that rank 0 waits for the others to receive the end.
FAREWELL = 10.0


class Store:
    """One connection to the store; a thread that waits in it blocks other threads."""

    def __init__(self, place: Place, seconds: float, *, serves: bool = False) -> None:
        """Connect, for `seconds` at most. Rank 0 `serves` once, unless torchrun does. Raises RuntimeError."""
        from torch.distributed import PrefixStore, TCPStore

        is_master = serves and place.rank == 0 and not place.agent
        limit = timedelta(seconds=seconds)
        server = TCPStore(place.address, place.port, None, is_master, limit, wait_for_workers=False)
        self.torch = PrefixStore(f"smoke/{place.attempt}", server)
        self._place = place
        self._signer = Signer(place.uid, place.attempt)

    def set(self, name: str, value: object) -> None:
        """Store a value."""
        self.torch.set(name, self._signer.signed(name, value))

    def get(self, name: str, shape: Shape) -> Any:
        """Return a value, once it is there. Raises RuntimeError, ForeignValueError where it is not ours."""
        return self._signer.value(name, self.torch.get(name), shape)

    def has(self, name: str) -> bool:
        """Return whether there is a value, from any process."""
        if hasattr(self.torch, "check"):
            return bool(self.torch.check([name]))
        # torch 1.13: an unknown name yields the expected value, and is not stored.
        return bytes(self.torch.compare_set(name, "?", "?")) != b"?"

    def first(self, name: str, value: object) -> None:
        """Store a value unless there is one."""
        self.torch.compare_set(name, "", self._signer.signed(name, value))

    def missing(self, name: str, ranks: Iterable[int], end: float) -> list[int]:
        """Wait until each of the ranks has stored NAME/RANK, or until `end` (of the monotonic clock); return the ranks
        that have not. Raises RuntimeError."""
        waiting = deque(ranks)
        while True:
            while waiting and self.has(f"{name}/{waiting[0]}"):
                waiting.popleft()
            if not waiting or time.monotonic() > end:
                return [rank for rank in waiting if not self.has(f"{name}/{rank}")]
            time.sleep(PAUSE)

    def agree(self, name: str, value: object, shape: Shape) -> Any:
        """Return rank 0's value, so that all go on alike. Raises RuntimeError."""
        if self._place.rank == 0:
            self.set(name, value)
        return self.get(name, shape)

    def share(self, name: str, value: object, shape: Shape) -> list[Any]:
        """Return the value of each rank, by rank. Raises RuntimeError."""
        self.set(f"{name}/{self._place.rank}", value)
        found = []
        if self._place.rank == 0:
            found = [self.get(f"{name}/{rank}", shape) for rank in range(self._place.world)]
        return list(self.agree(f"{name}/all", found, [shape]))

    def leave(self, came: str) -> None:
        """Leave, rank 0 last, since it may serve the store: it waits for the ranks that have stored CAME/RANK."""
        # The verdict is known: a closed store does not change it.
        with contextlib.suppress(RuntimeError):
            self.set(f"left/{self._place.rank}", value=True)
            if self._place.rank == 0:
                here = [rank for rank in range(self._place.world) if self.has(f"{came}/{rank}")]
                self.missing("left", here, time.monotonic() + FAREWELL)
