"""Kueue's Workloads of a run that have no quota."""

from collections.abc import Iterator
from re import Match, Pattern
from typing import NamedTuple

from render.cluster.products import KUEUE
from render.manifests.fields import text_at
from render.why.cluster_object import ClusterObject, Condition
from render.why.explanation import Evidence, of_condition
from render.why.training_run import TrainingRun

LOCAL, CLUSTER = f"{KUEUE}/LocalQueue", f"{KUEUE}/ClusterQueue"
QUEUE_KEY = "kueue.queue"
QUEUE_LABEL = "kueue.x-k8s.io/queue-name"


class PendingWorkload(NamedTuple):
    """A Workload without quota."""

    object: ClusterObject
    condition: Condition | None
    """`QuotaReserved`, which has the reason in its message; None before Kueue has tried."""

    @property
    def queue(self) -> str:
        """Name of its LocalQueue."""
        return text_at(self.object.data, "spec", "queueName")

    @property
    def message(self) -> str:
        """The reason in Kueue's words."""
        return self.condition.message if self.condition is not None else ""

    @property
    def evidence(self) -> Evidence | None:
        """The reason as evidence."""
        return of_condition(self.object, self.condition)


def pending_workloads(run: TrainingRun) -> Iterator[PendingWorkload]:
    """Yield the Workloads of a run that have no quota and have not finished."""
    for one in run.workloads:
        condition = one.condition("QuotaReserved")
        if not one.is_true("Finished") and (condition is None or not condition.is_true):
            yield PendingWorkload(one, condition)


def matching(run: TrainingRun, pattern: Pattern[str]) -> Iterator[tuple[PendingWorkload, Match[str]]]:
    """Yield the first Workload whose message has a pattern, with the match."""
    for one in pending_workloads(run):
        if found := pattern.search(one.message):
            yield one, found
            return


def queue_of(run: TrainingRun, workload: PendingWorkload) -> ClusterObject | None:
    """Return the ClusterQueue behind the LocalQueue of a Workload; None if it was not read."""
    local = run.index.find(LOCAL, run.namespace, workload.queue)
    return run.index.find(CLUSTER, "", text_at(local.data, "spec", "clusterQueue")) if local is not None else None


def queue_name(run: TrainingRun, workload: PendingWorkload) -> str:
    """Return the name of the ClusterQueue of a Workload; of its LocalQueue if that was not read."""
    found = queue_of(run, workload)
    return found.name if found is not None else workload.queue


def why_inactive(run: TrainingRun, workload: PendingWorkload) -> str:
    """Return why the queue of a Workload is inactive, after a colon; empty if unknown."""
    queue = queue_of(run, workload)
    condition = queue.condition("Active") if queue is not None else None
    return f": {condition.message}" if condition is not None and not condition.is_true and condition.message else ""
