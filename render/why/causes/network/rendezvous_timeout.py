"""The nodes did not meet in time.

A node never connected to rank 0: it has no place yet, waits for an image, or can't reach it. The ones that waited
report it.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.pytorch.org/docs/stable/elastic/rendezvous.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"^(?![ \t]*raise )[^\n]{0,400}(?:RendezvousTimeoutError|RendezvousConnectionError|DistStoreError|client "
    r"socket has timed out|wait timeout after|Timed out after \d+ seconds waiting for clients)[^\n]{0,200}",
    re.MULTILINE,
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "{place} waited for the others in vain: {line}",
        (
            "see which pod started last (`kubectl get pods -o wide`), and whether a NetworkPolicy or "
            "mesh keeps them apart; `preflight` names the missing node"
        ),
        key="network",
    )
