"""The LocalQueue of the run leads to a ClusterQueue that does not exist.

A LocalQueue is a name in a namespace for a ClusterQueue, which has the quota.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/local_queue/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"ClusterQueue (?P<name>\S+) doesn't exist")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, found in matching(run, _MESSAGE):
        sentence = f"its queue `{workload.queue}` leads to the ClusterQueue `{found['name']}`, which does not exist"
        yield from explain(
            sentence, [workload.evidence], "create the ClusterQueue, or name another LocalQueue", key="kueue.queue"
        )
