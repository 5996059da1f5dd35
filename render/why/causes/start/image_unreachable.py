"""The node does not reach the registry.

The name of the registry can't be resolved, the connection times out, its certificate is not known, or it limits
requests.

Reads: Pod (`state.waiting` of containers), events of pods.
Source: https://kubernetes.io/docs/concepts/containers/images/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import explain_pull
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    (
        r"i/o timeout|no such host|connection refused|TLS handshake|x509|toomanyrequests|429|"
        r"context deadline exceeded|network is unreachable"
    ),
    re.IGNORECASE,
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if containers wait with this message."""
    yield from explain_pull(
        run,
        _MESSAGE,
        "{pods} can't reach the registry of {images}",
        "check the registry from a node (`crictl pull`), its proxy and its certificate; a mirror avoids rate limits",
        key="image",
    )
