"""The ClusterQueue does not admit runs of this namespace.

A ClusterQueue selects namespaces by their labels; without a `namespaceSelector` it selects none.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#namespace-selector
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching, queue_name
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"namespace doesn't match ClusterQueue selector")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, _ in matching(run, _MESSAGE):
        sentence = f"the queue `{queue_name(run, workload)}` does not admit runs of the namespace `{run.namespace}`"
        yield from explain(
            sentence,
            [workload.evidence],
            "label the namespace as the `namespaceSelector` of the ClusterQueue asks, or use another queue",
            key="kueue.queue",
        )
