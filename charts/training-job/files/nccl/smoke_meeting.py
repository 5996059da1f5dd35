"""The rendezvous of the processes: each one reports to rank 0, which names the missing ones."""

from __future__ import annotations

import re
import time
from dataclasses import asdict
from typing import Any

import smoke_words as words
from smoke_gate import VERDICT, Verdict
from smoke_hello import HELLO, Hello, World
from smoke_plan import Place, Plan
from smoke_signed import ForeignValueError
from smoke_store import PAUSE, Store

# Seconds that the others wait longer than rank 0, so that they receive its answer.
LATER = 10.0


class EndedError(Exception):
    """The test has ended before its start."""

    def __init__(self, word: str, sentence: str) -> None:
        """Store the reason as a verdict."""
        super().__init__(sentence)
        self.verdict = Verdict(word, sentence)


def connect(place: Place, seconds: float, *, serves: bool = False) -> Store:
    """Reach the store within `seconds`; one of the connections of rank 0 `serves` it. Raises EndedError."""
    try:
        return Store(place, seconds, serves=serves)
    except RuntimeError as error:
        if place.rank == 0 and serves and not place.agent:
            why = f"rank 0 cannot listen on port {place.port}: {first_line(error)}"
        else:
            why = (
                f"rank {place.rank} could not reach rank 0 at {place.address}:{place.port} within {seconds:g} s:"
                " it has not started, its name does not resolve, or the port is blocked"
            )
        raise EndedError("unreachable", why) from None


def meet(place: Place, plan: Plan, store: Store, own: Hello | str) -> World:
    """Return all processes once they have connected; `own` is a message if this one can't work. Raises EndedError."""
    try:
        store.set(f"hello/{place.rank}", own if isinstance(own, str) else asdict(own))
        if place.rank == 0:
            store.set("world", _gather(place, plan, store))
        answer = _hear(plan.timeout + LATER, store)
    except ForeignValueError as error:
        raise EndedError("unreachable", str(error)) from None
    except RuntimeError as error:
        lost = f"rank {place.rank} lost rank 0 at {place.address}:{place.port}: {first_line(error)}"
        raise EndedError("unreachable", lost) from None
    if "word" in answer:
        store.leave("hello")
        raise EndedError(**answer)
    return World([Hello(**hello) for hello in answer["hellos"]])


def first_line(error: BaseException) -> str:
    """Return the first line of an error of torch, without the place in torch's sources at its start."""
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return re.sub(r"^\[[^]]*\]\s*", "", line)


def _gather(place: Place, plan: Plan, store: Store) -> dict[str, object]:
    missing = store.missing("hello", range(place.world), time.monotonic() + plan.timeout)
    if missing:
        why = f"{_named(missing, place.procs or plan.procs)} did not connect to rank 0 within {plan.timeout:g} s"
        return {"word": "unreachable", "sentence": why}
    hellos = [store.get(f"hello/{rank}", (str, HELLO)) for rank in range(place.world)]
    unable = [hello for hello in hellos if isinstance(hello, str)]
    return {"word": "misconfigured", "sentence": unable[0]} if unable else {"hellos": hellos}


def _hear(seconds: float, store: Store) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while not store.has("world"):
        if time.monotonic() > end:
            return {"word": "unreachable", "sentence": f"no answer from rank 0 for {seconds:g} s"}
        time.sleep(PAUSE)
    answer: dict[str, Any] = store.get("world", (VERDICT, {"hellos": [HELLO]}))
    return answer


def _named(missing: list[int], procs: int | None) -> str:
    if not procs or procs == 1:
        return words.ranks(missing)
    nodes = sorted({rank // procs for rank in missing})
    return f"{words.ranks(missing)} (node{'s'[: len(nodes) - 1]} {', '.join(map(str, nodes))})"
