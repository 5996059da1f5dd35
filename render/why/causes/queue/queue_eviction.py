"""Kueue took the quota back.

After an eviction the run is suspended and queued again: its pods were not ready in time, a check or a queue stopped
it, a node failed, or it ran longer than allowed.

Reads: Workload (`Evicted`, `Requeued`).
Source: https://kueue.sigs.k8s.io/docs/concepts/workload/#all-or-nothing-semantics-for-job-resource-assignment
"""

from collections.abc import Iterator

from render.why.causes.queue._workload import pending_workloads
from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun

_WORDS = {
    "PodsReadyTimeout": "its pods were not ready in time",
    "AdmissionCheck": "an admission check failed",
    "ClusterQueueStopped": "the ClusterQueue was stopped",
    "LocalQueueStopped": "the LocalQueue was stopped",
    "NodeFailures": "a node failed",
    "MaximumExecutionTimeExceeded": "it ran longer than its maximum",
}


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a Workload that was evicted and waits again."""
    for workload in pending_workloads(run):
        evicted = workload.object.condition("Evicted")
        if evicted is not None and evicted.is_true and evicted.reason in _WORDS:
            requeued = of_condition(workload.object, workload.object.condition("Requeued"))
            evidence = [of_condition(workload.object, evicted), requeued, workload.evidence]
            hint = "it is queued again by itself; if it happens again, see why its pods do not become ready"
            sentence = f"Kueue evicted it, because {_WORDS[evicted.reason]}: {evicted.message}"
            yield from explain(sentence, evidence, hint, key="kueue.queue")
            return
