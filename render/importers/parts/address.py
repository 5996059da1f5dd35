"""What controllers tell a program of its world, in the words of the chart's launchers."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

_BOOK = {
    "plain": {"address": "MASTER_ADDR", "port": "MASTER_PORT", "nodes": "NNODES", "rank": "NODE_RANK"},
    "torchrun": {
        "address": "PET_MASTER_ADDR",
        "port": "PET_MASTER_PORT",
        "nodes": "PET_NNODES",
        "rank": "PET_NODE_RANK",
    },
}
"""By launcher: the variables that hold what a node must know."""


def known(launcher: str, what: str) -> str:
    """Return a reference to what the launcher writes."""
    return f"$({_BOOK[launcher][what]})"


def mentioned(name: str, spec: Mapping[str, Any]) -> bool:
    """Say whether a program's words or variables have the name of a variable in them."""
    return any(re.search(rf"(?<!\w){name}(?!\w)", text) for text in _texts(spec))


def _texts(spec: Mapping[str, Any]) -> Iterable[str]:
    yield from (*spec["command"], *spec["args"])
    yield from (value for value in spec["env"].values() if isinstance(value, str))
