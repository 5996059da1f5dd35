"""No flavor of the queue has the node labels that the run selects.

The pods' node selector or affinity names a label of a flavor with another value.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/resource_flavor/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching, queue_name
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"flavor (?P<flavor>\S+) doesn't match node affinity")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, found in matching(run, _MESSAGE):
        sentence = (
            f"its node selector excludes the flavor `{found['flavor']}` of the queue `{queue_name(run, workload)}`"
        )
        yield from explain(
            sentence,
            [workload.evidence],
            "select nodes of a flavor (`kubectl get resourceflavors -o yaml`), or use a queue with such a flavor",
            key="pod.nodeSelector",
        )
