"""`hangDetection` reports ranks that are late.

The watchers of the nodes print one marked line: the late rank, where it is, and who waits for it in which collective.
If the run ends, its sentence is in the termination messages.

Reads: Pod (termination message), the marked line in logs of a dump.
Source: https://docs.pytorch.org/docs/stable/distributed.html
"""

import io
import re
from collections.abc import Iterator

from render.hang.report import MARK
from render.manifests.fields import text_at
from render.source.marked_log import NotJsonError, marked_texts, parse_strict
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

_SENTENCE = re.compile(r"^(?:hang detection: )?hang: (?P<words>rank[^\n]*)", re.MULTILINE)
"""In a termination message, which `action: fail` writes, and in a log."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the sentence of the last report."""
    found = [*_messages(run), *_logs(run)]
    if found:
        hint = "the call is the line to look at; `render hang report` prints the stacks of the log"
        yield from explain(f"it hangs: {found[-1].text}", found[-3:], hint, key="hangDetection")


def _messages(run: TrainingRun) -> Iterator[Evidence]:
    for pod in run.pods:
        for end in pod.ends:
            if match := _SENTENCE.search(end.message):
                yield Evidence(end.time, pod.object.label, clean(match["words"]))


def _logs(run: TrainingRun) -> Iterator[Evidence]:
    for pod in run.live_pods:
        log = run.index.logs.get((run.namespace, pod.name), "")
        for part in marked_texts(io.BytesIO(log.encode()), MARK) if MARK in log else ():
            try:
                data = parse_strict(part.text)
            except NotJsonError:
                continue
            if text_at(data, "verdict") == "hang":
                yield Evidence("", pod.object.label, clean(text_at(data, "sentence")))
