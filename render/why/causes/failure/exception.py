"""The first process that failed ended with an exception.

torchrun names the first process that failed, with its rank and, for a program with `@record`, its exception. With
`failurePolicy.fatalExitCodes` or `hangDetection`, the chart's parent process writes both to the termination message,
with the line of the program; else they may be in the log. Exceptions of ranks that lost their connection come last:
another rank ended before.

Reads: Pod (termination message), the end of its log.
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


_LOST = re.compile(
    r"connection (was )?(closed|reset|refused)|broken pipe|socket (closed|timeout)|remote process"
    r"|NCCL(Remote|System)Error",
    re.IGNORECASE,
)
"""In an error that a rank has because another one is gone."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first container that failed with an exception of its own, else with any."""
    rows = [(one, text, error) for one in failures(run) if (error := _first_error(one, text := text_of(run, one)))]
    own = [row for row in rows if not _LOST.search(row[2])]
    for one, text, error in (own or rows)[:1]:
        yield from _explain_failure(run, one, text, error)


def _first_error(one: Failure, text: str) -> str:
    if one.end.first is not None and one.end.first.error:
        found = [one.end.first.error]
    else:
        found = [match["error"] for match in _ERROR.finditer(text)]
    return next((one for one in found if not one.partition(":")[0].endswith(_OF_OTHERS)), "")


def _explain_failure(run: TrainingRun, one: Failure, text: str, error: str) -> Iterator[Explanation]:
    first = one.end.first
    root = _ROOT.search(text) if first is None else None
    rank = f"rank {root['rank']} of " if root else ""
    where = f" ({first.place})" if first is not None and first.place and first.error == error else ""
    evidence = [one.evidence, Evidence(one.end.time, one.pod.object.label, clean(error))]
    hint = f"`kubectl logs {one.pod.name} -c {one.end.container} -n {run.namespace}` has the whole traceback"
    yield from explain(f"{rank}{one.place} failed first: {error}{where}", evidence, hint)
