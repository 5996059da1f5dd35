"""NCCL's watchdog ended the program: a collective did not finish in time.

The ranks that report it waited; the one that is missing is the cause, and does not report. `hangDetection` names it.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/torch_nccl_environment_variables.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.causes.failure._texts import text_of
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]*Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=(?P<number>\d+), OpType=(?P<kind>\w+)"
    r"[^)]*Timeout\(ms\)=(?P<limit>\d+)\)[^\n]*"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first watchdog line of a message or a log."""
    rows = [(one, match) for one in failures(run) if (match := _LINE.search(text_of(run, one)))]
    if rows:
        found = rows[0][1]
        evidence = [Evidence(one.end.time, one.pod.object.label, clean(match[0])) for one, match in rows[:4]]
        seconds = int(found["limit"][:12]) // 1000
        hint = (
            "`hangDetection.enabled: true` names the rank that was late, and its line; a rank that "
            "ended is the first to look at"
        )
        sentence = (
            f"{found['kind']} {found['number']} did not finish within {seconds} s on {len(rows)} pods: "
            "a rank did not take part"
        )
        yield from explain(sentence, evidence, hint, key="hangDetection")
