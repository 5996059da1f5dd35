"""NCCL lost a connection or can't open one.

A peer has ended, the interface is the wrong one, or the RDMA device, its memory limit or its subnet are at fault.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]{0,200}(?:ncclSystemError|ncclRemoteError|ncclInternalError|unhandled system error|"
    r"ibv_\w+ failed|Connection closed by remote peer|NCCL WARN (?:Call to connect|NET/))[^\n]{0,300}"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "NCCL of {place} can't use the network: {line}",
        (
            "see which peer ended first; else run the smoke test (`smoke.mode: only`), and compare "
            "`NCCL_SOCKET_IFNAME` and the fabric"
        ),
        key="network.fabric",
    )
