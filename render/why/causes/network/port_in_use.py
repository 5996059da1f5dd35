"""The rendezvous port is taken.

Another program on the node, or a process of an earlier attempt on the host network, listens on the port.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/elastic/run.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(r"[^\n]{0,200}(?:EADDRINUSE|[Aa]ddress already in use)[^\n]{0,100}")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "a port of {place} is taken: {line}",
        "choose another `network.port`; on the host network, only one run a node can use it",
        key="network.port",
    )
