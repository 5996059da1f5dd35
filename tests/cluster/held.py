"""Objects that a real API server holds while a test runs."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count

from tests.cluster.doctor_cases import NAMESPACE
from tests.cluster.server import Object, Server

_NUMBERS = count()


@contextmanager
def holding(given: Iterable[Object], server: Server) -> Iterator[str]:
    """Let a server hold objects, and return the namespace that is `team` for it."""
    namespace = f"doctor-{next(_NUMBERS)}"
    text = json.dumps([*given]).replace(f'"{NAMESPACE}"', f'"{namespace}"')
    objects: list[Object] = sorted(json.loads(text), key=lambda one: bool(one["kind"] != "Namespace"))
    made: list[Object] = []
    try:
        for one in objects:
            create(one, server)
            made.append(one)
        for one in objects:
            if "deletionTimestamp" in one["metadata"]:
                assert server.retire(one).refusal == ""
        yield namespace
    finally:
        for one in reversed(made):
            server.delete(one)


def create(one: Object, server: Server) -> None:
    """Create an object with its status, and a node with no other taints than its own."""
    answer = server.create(one)
    assert answer.refusal == "", answer
    path = server.path(one)
    if one["kind"] == "Node":
        spec = {"taints": None, **one.get("spec", {})}
        assert server.merge(path, {"spec": spec}).refusal == ""
    if "status" in one:
        assert server.merge(f"{path}/status", {"status": one["status"]}).refusal == ""
