"""Index of the objects that were read, from a cluster or from a dump."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from render.manifests.fields import text_at, time_at
from render.why.cluster_object import ClusterObject
from render.why.event_record import EventIndex

_EVENTS = frozenset(["/Event", "events.k8s.io/Event"])


class ObjectIndex:
    """Objects by kind (`GROUP/KIND`), namespace and name."""

    def __init__(self) -> None:
        """Start without objects."""
        self._objects: defaultdict[str, dict[tuple[str, str], ClusterObject]] = defaultdict(dict)
        self._owned: defaultdict[tuple[str, str, str], list[ClusterObject]] = defaultdict(list)
        self.events = EventIndex()
        self.logs: dict[tuple[str, str], str] = {}
        """The end of a pod's log by namespace and name, where a dump has it."""
        self.complete_kinds: set[str] = set()
        """Kinds of which all objects were read: one that is not here does not exist."""
        self.unread: list[str] = []
        """Kinds and files that could not be read, in words."""
        self._latest = ""

    def add(self, data: Mapping[str, Any]) -> None:
        """Add an object or an event. An object that is known by kind, namespace and name is replaced."""
        found = ClusterObject(data)
        kind = found.group_kind
        if kind in _EVENTS:
            self.events.add(data)
        elif found.kind and found.name:
            self._objects[kind][found.namespace, found.name] = found
            for owner_kind, owner_name in found.owners:
                self._owned[found.namespace, owner_kind, owner_name].append(found)
            self._latest = max(self._latest, found.created, time_at(data, "metadata", "deletionTimestamp"))

    def add_all(self, items: Iterable[Mapping[str, Any]]) -> None:
        """Add objects."""
        for one in items:
            self.add(one)

    @property
    def latest(self) -> str:
        """The latest time of a creation, a deletion or an event: the time of a dump at least."""
        return max(self._latest, self.events.latest)

    def all(self, kind: str, namespace: str | None = None) -> list[ClusterObject]:
        """Return the objects of a kind (`GROUP/KIND`) in a namespace or in all, by name."""
        known = self._objects.get(kind, {})
        return [known[key] for key in sorted(known) if namespace is None or key[0] == namespace]

    def find(self, kind: str, namespace: str, name: str) -> ClusterObject | None:
        """Return an object; None if it was not read."""
        return self._objects.get(kind, {}).get((namespace, name))

    def owned_by(self, owner: ClusterObject) -> list[ClusterObject]:
        """Return the objects whose owner references name an object, by kind and name."""
        found = self._owned.get((owner.namespace, owner.kind, owner.name), [])
        unique = {(one.group_kind, one.name): one for one in found if one.is_owned_by(owner)}
        return [unique[key] for key in sorted(unique)]

    def has_kind(self, kind: str) -> bool:
        """Return True if an object of a kind was read, or if it is known that there is none."""
        return bool(self._objects.get(kind)) or kind in self.complete_kinds

    def is_missing(self, kind: str, namespace: str, name: str) -> bool:
        """Return True if it is known that an object does not exist."""
        return kind in self.complete_kinds and self.find(kind, namespace, name) is None

    def dump(self) -> dict[str, list[Mapping[str, Any]]]:
        """Return all objects by kind, and the events."""
        found = {kind: [one.data for one in self.all(kind)] for kind in sorted(self._objects)}
        return found | {"/Event": list(self.events.dump())}

    @property
    def is_empty(self) -> bool:
        """Return True if there is no object."""
        return not any(self._objects.values())


def is_list(data: Mapping[str, Any]) -> bool:
    """Return True for a list of objects, of one kind or of several."""
    return text_at(data, "kind").endswith("List") and isinstance(data.get("items"), list)
