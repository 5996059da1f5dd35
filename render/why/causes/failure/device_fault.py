"""A GPU has failed.

The driver reports an Xid, an uncorrectable ECC error or a GPU that fell off the bus. The node needs its
administrator; another node works.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://docs.nvidia.com/deploy/xid-errors/index.html
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import find_text
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]{0,100}(?:uncorrectable ECC|Xid \(|fallen off the bus|CUDA error: unspecified "
    r"launch failure|GPU is lost)[^\n]{0,200}"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    for found in find_text(run, _LINE):
        sentence = f"a GPU of {found.place} has failed: {found.line}"
        yield from explain(
            sentence,
            found.evidence,
            (
                f"cordon the node (`kubectl cordon {found.node or 'NODE'}`), start the run again, and test "
                "the GPU (`dcgmi diag -r 3`)"
            ),
        )
