"""How the processes find each other: each says hello at rank 0's, which says who has come, and who has not."""

from __future__ import annotations

import re
import time
from dataclasses import asdict
from typing import Any

import smoke_words as words
from smoke_gate import Verdict
from smoke_hello import Hello, World
from smoke_plan import Place, Plan
from smoke_store import PAUSE, Store

# Seconds that the others wait longer than rank 0, so that they hear from it.
LATER = 10.0


class UnreachableError(Exception):
    """Somebody did not come."""


def connect(place: Place, seconds: float) -> Store:
    """Reach the store within `seconds`. Raises UnreachableError."""
    try:
        return Store(place, seconds, serves=True)
    except RuntimeError as error:
        if place.rank == 0 and not place.agent:
            why = f"rank 0 cannot listen on port {place.port}: {first_line(error)}"
        else:
            why = f"rank {place.rank} waited {seconds:g} s for rank 0 at {place.address}:{place.port}, in vain"
        raise UnreachableError(
            f"{why}: it has not started, its name does not resolve, or the port is blocked"
        ) from None


def meet(place: Place, plan: Plan, store: Store, own: Hello) -> World:
    """Return all processes once they have come. Raises UnreachableError."""
    try:
        store.set(f"hello/{place.rank}", asdict(own))
        store.count("came", 1)
        if place.rank == 0:
            store.set("world", _gather(place, plan, store))
        said = _hear(plan.timeout + LATER, store)
    except RuntimeError as error:
        raise UnreachableError(f"rank {place.rank} lost rank 0 at {place.address}: {first_line(error)}") from None
    if isinstance(said, str):
        store.leave(store.count("came"))
        raise UnreachableError(said)
    return World([Hello(**hello) for hello in said])


def conclude(world: World, plan: Plan) -> Verdict | None:
    """Return the verdict where the processes are not what was asked for."""
    mismatch = world.mismatch(plan)
    return Verdict("misconfigured", mismatch) if mismatch else None


def first_line(error: BaseException) -> str:
    """Return what an error of torch says, without the place in torch's sources that it often begins with."""
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return re.sub(r"^\[[^]]*\]\s*", "", line)


def _gather(place: Place, plan: Plan, store: Store) -> object:
    end = time.monotonic() + plan.timeout
    while store.count("came") < place.world:
        if time.monotonic() > end:
            missing = [rank for rank in range(place.world) if not store.has(f"hello/{rank}")]
            return f"rank 0 waited {plan.timeout:g} s for {_named(missing, place.procs or plan.procs)}, in vain"
        time.sleep(PAUSE)
    return [store.get(f"hello/{rank}") for rank in range(place.world)]


def _hear(seconds: float, store: Store) -> Any:
    end = time.monotonic() + seconds
    while not store.has("world"):
        if time.monotonic() > end:
            return f"rank 0 said nothing for {seconds:g} s"
        time.sleep(PAUSE)
    return store.get("world")


def _named(missing: list[int], procs: int | None) -> str:
    if not procs or procs == 1:
        return words.ranks(missing)
    nodes = sorted({rank // procs for rank in missing})
    return f"{words.ranks(missing)} (node{'s'[: len(nodes) - 1]} {', '.join(map(str, nodes))})"
