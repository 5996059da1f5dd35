"""The queue has no quota for a resource that the run requests.

A ClusterQueue admits only what its resource groups cover; one resource without quota keeps the whole run out.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#resources
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching, queue_name
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"resource (?P<resource>\S+) unavailable in ClusterQueue")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, found in matching(run, _MESSAGE):
        sentence = f"the queue `{queue_name(run, workload)}` has no quota for `{found['resource']}`"
        yield from explain(
            sentence,
            [workload.evidence],
            "use a queue that covers the resource, or add a flavor with it to the ClusterQueue",
            key="kueue.queue",
        )
