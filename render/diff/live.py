"""The objects of a cluster that stand against what a spec renders."""

from collections.abc import Iterator, Sequence
from typing import Any

from render.cluster import Client
from render.diff.entry import Entry
from render.diff.lists import paired
from render.diff.path import Item


def live(entries: Sequence[Entry], client: Client) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what the cluster has of some objects, and what it will have once they are applied.

    What is not written is left as it is there: defaults, and what controllers add. Raises ClusterError.
    """
    before: list[Entry] = []
    after: list[Entry] = []
    for entry in entries:
        found = client.get(entry.kind, entry.namespace, entry.name) if entry.name else None
        after.append(entry if found is None else _with(entry, _laid_over(found, entry.data)))
        before += [] if found is None else [_with(entry, found)]
    return tuple(before), tuple(after)


def _with(entry: Entry, data: dict[str, Any]) -> Entry:
    return entry._replace(object=entry.object._replace(data=data))


def _laid_over(found: Any, written: Any) -> Any:
    """Return what is there once something is applied to it (server-side apply): all that is not written stays."""
    if isinstance(found, dict) and isinstance(written, dict):
        kept = {key: value for key, value in found.items() if key not in written}
        return {key: _laid_over(found.get(key), value) for key, value in written.items()} | kept
    if isinstance(found, list) and isinstance(written, list):
        pairs = paired(found, written)
        return written if pairs is None else list(_items(pairs.items))
    return written


def _items(pairs: Sequence[tuple[Any, Any, Any]]) -> Iterator[Any]:
    for part, found, written in pairs:
        if written is not None:
            yield _laid_over(found, written)
        elif isinstance(part, Item):
            yield found
