"""The ClusterQueue can admit nothing.

A ClusterQueue is inactive while a flavor, a topology or an admission check that it names does not exist, or is not
ready.

Reads: Workload (`QuotaReserved`), ClusterQueue (`Active`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching, queue_name, why_inactive
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"(?:Cluster|Local)Queue (?P<name>\S+) is inactive")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, _ in matching(run, _MESSAGE):
        if "is stopped" in why_inactive(run, workload):
            return
        sentence = f"its queue `{queue_name(run, workload)}` is inactive{why_inactive(run, workload)}"
        yield from explain(
            sentence,
            [workload.evidence],
            "create what its `Active` condition names, or use another queue",
            key="kueue.queue",
        )
