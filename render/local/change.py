"""What differs from the cluster: nothing is changed for this machine without being told."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Change(NamedTuple):
    """One value of one node."""

    node: str
    name: str
    """Of a variable, or what else it is."""
    before: str | None
    """None where the manifest has no such value."""
    after: str | None
    """None where there is no such value here."""


def lines(changes: Iterable[Change], nodes: Sequence[str]) -> Iterator[str]:
    """Yield a line a change; what is the same on all nodes stands there once."""
    concerned: dict[tuple[str, str | None, str | None], list[str]] = {}
    for change in dict.fromkeys(changes):
        concerned.setdefault(change[1:], []).append(change.node)
    for (name, before, after), found in concerned.items():
        where = "" if len(found) == len(nodes) else f"{', '.join(found)}: "
        yield f"{where}{name}: {_shown(before)} -> {_shown(after)}"


def _shown(value: str | None) -> str:
    return "unset" if value is None else value or '""'
