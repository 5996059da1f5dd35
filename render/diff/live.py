"""Read the cluster's objects that correspond to rendered ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from render.cluster import Client
from render.diff.path import Item, pair_items
from render.diff.side_object import SideObject


def live_objects(
    entries: Sequence[SideObject], client: Client
) -> tuple[tuple[SideObject, ...], tuple[SideObject, ...]]:
    """Return the cluster's versions of some objects, and their state after an apply.

    Fields that the manifests don't set stay: defaults, and what controllers add. Raises ClusterError.
    """
    before: list[SideObject] = []
    after: list[SideObject] = []
    for entry in entries:
        found = client.get(entry.kind, entry.namespace, entry.name) if entry.name else None
        after.append(entry if found is None else _with(entry, _applied(found, entry.data)))
        before += [] if found is None else [_with(entry, found)]
    return tuple(before), tuple(after)


def _with(entry: SideObject, data: dict[str, Any]) -> SideObject:
    return entry._replace(object=entry.object._replace(data=data))


def _applied(found: Any, written: Any) -> Any:
    """Return an object after a server-side apply: fields that are not applied stay."""
    if isinstance(found, dict) and isinstance(written, dict):
        kept = {key: value for key, value in found.items() if key not in written}
        return {key: _applied(found.get(key), value) for key, value in written.items()} | kept
    if isinstance(found, list) and isinstance(written, list):
        pairs = pair_items(found, written)
        return written if pairs is None else list(_items(pairs.items))
    return written


def _items(pairs: Sequence[tuple[Any, Any, Any]]) -> Iterator[Any]:
    for part, found, written in pairs:
        if written is not None:
            yield _applied(found, written)
        elif isinstance(part, Item):
            yield found
