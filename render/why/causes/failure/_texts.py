"""Lines that containers left when they failed: in the termination message, or at the end of their log."""

from collections.abc import Iterator
from re import Pattern
from typing import NamedTuple

from render.why.causes.failure._ends import Failure, failures
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

TAIL = 65536
"""Characters of a text that are searched."""
_LOG_BYTES = 2048
"""Bytes of the end of a log that a kubelet makes the termination message (`FallbackToLogsOnError`)."""


class FoundText(NamedTuple):
    """A line of the first container that has it."""

    failure: Failure
    line: str
    evidence: tuple[Evidence, ...]
    """The end of the first container, and the lines of up to three more."""

    @property
    def place(self) -> str:
        """The pod, in words."""
        return self.failure.place

    @property
    def node(self) -> str:
        """Name of the pod's node; empty if unknown."""
        return self.failure.pod.node


def text_of(run: TrainingRun, failure: Failure) -> str:
    """Return the termination message of a failure, else the end of the pod's log; without a line that is cut off."""
    if len(failure.end.message.encode()) == _LOG_BYTES:
        cut, _, lines = failure.end.message.partition("\n")
        return lines or cut
    text = failure.end.message or run.index.logs.get((run.namespace, failure.pod.name), "")
    return text[-TAIL:]


def find_text(run: TrainingRun, pattern: Pattern[str]) -> Iterator[FoundText]:
    """Yield the line of the container that failed first among those that have the pattern."""
    rows = [(one, match[0].strip()) for one in failures(run) if (match := pattern.search(text_of(run, one)))]
    if rows:
        first, line = rows[0]
        lines = [Evidence(one.end.time, one.pod.object.label, clean(words)) for one, words in rows[:4]]
        code = Evidence(
            first.end.time, first.pod.object.label, (f"`{first.end.container}` ended with code {first.end.code}")
        )
        yield FoundText(first, clean(line), (code, *lines))


def explain_line(
    run: TrainingRun, pattern: Pattern[str], sentence: str, hint: str, *, key: str | None = None
) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left a line; `sentence` has `{place}` and `{line}`."""
    for found in find_text(run, pattern):
        yield from explain(sentence.format(place=found.place, line=found.line), found.evidence, hint, key=key)
