"""The container may not run as root.

`runAsNonRoot: true` is set, and the image runs as root or names its user without a number.

Reads: Pod (`state.waiting` of containers), events of pods.
Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import evidence_of, waiting
from render.why.explanation import Explanation, count_pods, explain, quote_all
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"runAsNonRoot|run as root|image has non-numeric user", re.IGNORECASE)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if containers wait with this message."""
    found = [one for one in waiting(run, "CreateContainerConfigError") if _MESSAGE.search(one.message)]
    if found:
        pods = count_pods([one.pod for one in found], run.size)
        sentence = (
            f"`runAsNonRoot` keeps {pods} from starting, because the image "
            f"{quote_all(one.image for one in found)} runs as root"
        )
        yield from explain(
            sentence,
            evidence_of(run, found),
            "set `pod.securityContext.runAsUser` to a number above 0, or build the image with a numeric user",
            key="pod.securityContext",
        )
