"""The first process that failed ended with an exception.

torchrun names the first process that failed, with its rank and, for a program with `@record`, its exception. The line
is in the termination message or in the log; it is gone with the pod unless something keeps it.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/elastic/errors.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import Failure, failures
from render.why.causes.failure._texts import text_of
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

GENERALITY = 1

_ROOT = re.compile(
    r"Root Cause \(first observed failure\):.{0,400}?rank\s*:\s*(?P<rank>\d+).{0,400}?exitcode\s*:\s*(?P<code>-?\d+)",
    re.DOTALL,
)
_ERROR = re.compile(
    (
        r"^(?:\[rank\d+\]:\s*)?(?P<error>(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|"
        r"Interrupt|Exit)(?::[^\n]{0,300})?)\s*$"
    ),
    re.MULTILINE,
)
_OF_OTHERS = ("ChildFailedError", "SignalException", "ProcessRaisedException", "DistNetworkError")
"""Errors of torchrun about the errors of others."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first container that failed, if it left an exception."""
    for one in failures(run):
        text = text_of(run, one)
        if error := _first_error(text):
            yield from _explain_failure(run, one, text, error)
            return


def _first_error(text: str) -> str:
    found = [match["error"] for match in _ERROR.finditer(text)]
    return next((one for one in found if not one.partition(":")[0].endswith(_OF_OTHERS)), "")


def _explain_failure(run: TrainingRun, one: Failure, text: str, error: str) -> Iterator[Explanation]:
    root = _ROOT.search(text)
    rank = f"rank {root['rank']} of " if root else ""
    evidence = [one.evidence, Evidence(one.end.time, one.pod.object.label, clean(error))]
    hint = f"`kubectl logs {one.pod.name} -c {one.end.container} -n {run.namespace}` has the whole traceback"
    yield from explain(f"{rank}{one.place} failed first: {error}", evidence, hint)
