"""What the processes tell each other apart from the data they measure: values in torch's store, which is on rank 0's
node."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

from smoke_plan import Place

# Seconds between two looks at what others have said.
PAUSE = 0.05
# Seconds that rank 0 stays for the others to hear the end.
FAREWELL = 10.0


class Store:
    """One connection to the store; a thread that waits in it keeps other threads out."""

    def __init__(self, place: Place, seconds: float, *, serves: bool = False) -> None:
        """Connect, for `seconds` at most. Rank 0 `serves` once, unless torchrun does. Raises RuntimeError."""
        from torch.distributed import PrefixStore, TCPStore

        is_master = serves and place.rank == 0 and not place.agent
        limit = timedelta(seconds=seconds)
        server = TCPStore(place.address, place.port, None, is_master, limit, wait_for_workers=False)
        self.torch = PrefixStore(f"smoke/{place.attempt}", server)
        self._place = place

    def set(self, name: str, value: object) -> None:
        """Say something."""
        self.torch.set(name, json.dumps(value))

    def get(self, name: str) -> Any:
        """Return what somebody says, once it is said. Raises RuntimeError."""
        return json.loads(self.torch.get(name))

    def has(self, name: str) -> bool:
        """Return whether something has been said."""
        return bool(self.torch.check([name]))

    def first(self, name: str, value: object) -> None:
        """Say something unless somebody was faster."""
        self.torch.compare_set(name, "", json.dumps(value))

    def count(self, name: str, more: int = 0) -> int:
        """Add to a number and return it."""
        return int(self.torch.add(name, more))

    def agree(self, name: str, value: object) -> Any:
        """Return what rank 0 says, so that all go on alike. Raises RuntimeError."""
        if self._place.rank == 0:
            self.set(name, value)
        return self.get(name)

    def share(self, name: str, value: object) -> list[Any]:
        """Return what each rank says, by rank. Raises RuntimeError."""
        self.set(f"{name}/{self._place.rank}", value)
        all_of_them = []
        if self._place.rank == 0:
            all_of_them = [self.get(f"{name}/{rank}") for rank in range(self._place.world)]
        return list(self.agree(f"{name}/all", all_of_them))

    def leave(self, others: int) -> None:
        """Go, rank 0 last: the store may go with it."""
        self.count("left", 1)
        end = time.monotonic() + FAREWELL
        while self._place.rank == 0 and self.count("left") < others and time.monotonic() < end:
            time.sleep(PAUSE)
