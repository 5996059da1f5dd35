"""The runtime can't create the container.

Mostly a mount that does not fit the image, a device that is not there, or a runtime hook that fails (the NVIDIA
container toolkit).

Reads: Pod (`state.waiting` of containers), events of pods.
Source: https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import evidence_of, waiting
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"(?P<why>[^\n]+)", re.IGNORECASE)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if containers wait with this message."""
    found = [one for one in waiting(run, "CreateContainerError", "RunContainerError") if _MESSAGE.search(one.message)]
    if found:
        pods = count_pods([one.pod for one in found], run.size)
        sentence = f"the container runtime can't create the container of {pods}: {found[0].wait.message}"
        yield from explain(
            sentence,
            evidence_of(run, found),
            "`kubectl describe pod` has the runtime's message; for GPU hooks, see whether the driver works on the node",
        )
