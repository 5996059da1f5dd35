"""A node does not accept connections.

Rank 0 is not there: its program ended or has not started, or the address or the port is that of another program.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/elastic/run.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(r"[^\n]{0,200}(?:ConnectionRefusedError|[Cc]onnection refused)[^\n]{0,200}")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "{place} was refused a connection: {line}",
        "look at the pod of rank 0 first, and compare the addresses with `render pods`",
        key="network",
    )
