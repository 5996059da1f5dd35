"""The explanation of a run's state: a sentence, its evidence, the way out, and its place in the spec."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.problem import printable
from render.redaction import redact
from render.source import Document
from render.why.cluster_object import ClusterObject, Condition
from render.why.event_record import EventRecord
from render.why.pod_state import PodState

MAX_TEXT = 600
"""Maximum characters of a text of an object in an output."""
MAX_EVIDENCE = 12
"""Maximum pieces of evidence of one explanation."""
MOST = 4
"""Names in a sentence; the rest is counted."""


class Evidence(NamedTuple):
    """One fact of one object."""

    time: str
    """Empty if unknown."""
    object: str
    """`Kind/name`."""
    text: str


class Explanation(NamedTuple):
    """One reason why a run does not run."""

    sentence: str
    """A clause without a capital letter or a period, for the first line."""
    evidence: tuple[Evidence, ...]
    hint: str
    """The way out: a command or a change."""
    key: str | None = None
    """Key of the spec behind it."""
    cause: str = ""
    """Name of the cause, which the registry sets."""
    area: str = ""
    """Area of the cause, which the registry sets."""

    @property
    def time(self) -> str:
        """Time of the first evidence; empty if unknown."""
        return min((one.time for one in self.evidence if one.time), default="")


def explain(
    sentence: str, evidence: Iterable[Evidence | None], hint: str, *, key: str | None = None
) -> Iterator[Explanation]:
    """Yield an explanation with its evidence by time."""
    found = sorted({one for one in evidence if one is not None}, key=lambda one: (one.time, one.object, one.text))
    yield Explanation(clean(sentence), tuple(found[:MAX_EVIDENCE]), clean(hint), key)


def clean(words: str) -> str:
    """Return a text of a cluster on one line: bounded, without secrets and invisible characters."""
    line = redact(printable(" ".join(words[: 4 * MAX_TEXT].split())))
    return line if len(line) <= MAX_TEXT else f"{line[: MAX_TEXT - 1]}…"


def of_object(found: ClusterObject, words: str, time: str = "") -> Evidence:
    """Return evidence about an object, by default of the time of its creation."""
    return Evidence(time or found.created, clean(found.label), clean(words))


def of_condition(found: ClusterObject, condition: Condition | None) -> Evidence | None:
    """Return a condition as evidence."""
    if condition is None:
        return None
    reason = f" ({condition.reason})" if condition.reason else ""
    words = f"`{condition.type}` is {condition.status}{reason}: {condition.message}".removesuffix(": ")
    return Evidence(condition.time, clean(found.label), clean(words))


def of_event(record: EventRecord) -> Evidence:
    """Return an event as evidence."""
    times = f" ({record.count} times since {record.first})" if record.count > 1 and record.first else ""
    return Evidence(record.last, clean(record.label), clean(f"event {record.reason}: {record.message}{times}"))


def quote_all(names: Iterable[str]) -> str:
    """Return names in backticks, sorted; more than four are counted."""
    unique = sorted(set(names))
    words = ", ".join(f"`{name}`" for name in unique[:MOST])
    return f"{words} and {len(unique) - MOST} more" if len(unique) > MOST else words


def count_pods(pods: Sequence[PodState], total: int = 0) -> str:
    """Return pods in words: by name if it is one, else their number, of a total if that is larger."""
    if len(pods) == 1 and total <= 1:
        return f"the pod `{pods[0].name}`"
    of_all = f" of {total}" if total > len(pods) else ""
    return f"{len(pods)}{of_all} pod{'s' if max(len(pods), total) != 1 else ''}"


@dataclass(frozen=True, slots=True)
class SpecPlaces:
    """The keys of a spec; without a spec, no key has a place."""

    document: Document | None = None

    def find(self, key: str | None) -> tuple[str, int, str] | None:
        """Return file, line and text of a key, or of the nearest one above it that is in the spec; None without one."""
        if key is None or self.document is None:
            return None
        node, _ = self.document.nearest("/" + key.replace(".", "/"))
        if node is None or node.key is None:
            return None
        line = node.key[0]
        return self.document.file, line, self.document.content.splitlines()[line - 1].strip()
