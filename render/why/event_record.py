"""Events of objects, merged so that their memory is bounded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.manifests.fields import number_at, text_at, time_at

MAX_RECORDS = 24
"""Maximum records of one object: reasons with different messages. The oldest is dropped."""
MAX_OBJECTS = 20_000
"""Maximum objects whose events are kept; a run of 1,000 pods has about 2,000."""
MAX_MESSAGE = 2000
"""Maximum characters of a message."""

_SAME = 80
"""Characters by which messages of one reason are the same: the rest are counts of nodes."""


@dataclass(slots=True)
class EventRecord:
    """Equal events of one object."""

    kind: str
    namespace: str
    name: str
    reason: str
    message: str
    """The message of the latest one."""
    type: str
    """`Normal` or `Warning`."""
    first: str
    """Time of the first one; empty if unknown."""
    last: str
    count: int

    @property
    def label(self) -> str:
        """`Kind/name` of the object."""
        return f"{self.kind}/{self.name}"


class EventIndex:
    """Events by object."""

    def __init__(self) -> None:
        """Start without events."""
        self._records: dict[tuple[str, str, str], dict[tuple[str, str], EventRecord]] = {}
        self.latest = ""
        """Time of the latest event."""
        self.is_complete = True
        """False if there were more objects than the limit."""

    def add(self, data: Mapping[str, Any]) -> None:
        """Add an event of `v1` or `events.k8s.io/v1`."""
        place = "involvedObject" if "involvedObject" in data else "regarding"
        kind, namespace, name = (text_at(data, place, key)[:253] for key in ("kind", "namespace", "name"))
        if (kind, namespace, name) not in self._records and len(self._records) >= MAX_OBJECTS:
            self.is_complete = False
            return
        record = _read(data, kind, namespace, name)
        known = self._records.setdefault((kind, namespace, name), {})
        same = record.reason, record.message[:_SAME]
        if same in known:
            _merge(known[same], record)
        else:
            known[same] = record
            if len(known) > MAX_RECORDS:
                del known[min(known, key=lambda one: known[one].last)]
        self.latest = max(self.latest, record.last)

    def of(self, kind: str, namespace: str, name: str) -> list[EventRecord]:
        """Return the records of an object, by time."""
        return sorted(self._records.get((kind, namespace, name), {}).values(), key=lambda one: (one.last, one.reason))

    def dump(self) -> Iterator[dict[str, Any]]:
        """Yield the records as events of `v1`."""
        for (kind, namespace, name), known in sorted(self._records.items()):
            for number, one in enumerate(sorted(known.values(), key=lambda one: (one.last, one.reason))):
                yield {
                    "apiVersion": "v1",
                    "kind": "Event",
                    "metadata": {"name": f"{name}.{kind.lower()}.{number}", "namespace": namespace},
                    "involvedObject": {"kind": kind, "namespace": namespace, "name": name},
                    "reason": one.reason,
                    "message": one.message,
                    "type": one.type,
                    "firstTimestamp": one.first,
                    "lastTimestamp": one.last,
                    "count": one.count,
                }

    def names(self, kind: str) -> list[tuple[str, str]]:
        """Return namespace and name of the objects of a kind that have events."""
        return sorted((namespace, name) for known, namespace, name in self._records if known == kind)

    def named(self, kind: str, namespace: str, prefix: str) -> list[EventRecord]:
        """Return the records of objects that may be gone: those of a kind whose name starts with a prefix."""
        keys = [one for one in self._records if one[:2] == (kind, namespace) and one[2].startswith(prefix)]
        return sorted((record for key in keys for record in self.of(*key)), key=lambda one: (one.last, one.name))


def _read(data: Mapping[str, Any], kind: str, namespace: str, name: str) -> EventRecord:
    times = [
        time_at(data, "series", "lastObservedTime"),
        time_at(data, "lastTimestamp"),
        time_at(data, "deprecatedLastTimestamp"),
        time_at(data, "eventTime"),
        time_at(data, "firstTimestamp"),
        time_at(data, "metadata", "creationTimestamp"),
    ]
    last = next(filter(None, times), "")
    first = next(filter(None, (time_at(data, "firstTimestamp"), time_at(data, "eventTime"), last)), "")
    count = max(number_at(data, "count"), number_at(data, "series", "count"), number_at(data, "deprecatedCount"), 1)
    message = (text_at(data, "message") or text_at(data, "note"))[:MAX_MESSAGE]
    return EventRecord(
        kind, namespace, name, text_at(data, "reason")[:128], message, text_at(data, "type")[:16], first, last, count
    )


def _merge(known: EventRecord, other: EventRecord) -> None:
    known.count += other.count
    known.first = min(filter(None, (known.first, other.first)), default="")
    if other.last >= known.last:
        known.last, known.message = other.last, other.message
