"""The quota of the queue is in use by others.

The request fits into the quota, but not now: other Workloads of the queue have reserved it, or other queues of the
cohort have borrowed it. Kueue admits the run as soon as enough of it is free.

Reads: Workload (`QuotaReserved`), ClusterQueue (`status.flavorsReservation`), other Workloads (`status.admission`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cohort/
"""

import re
from collections.abc import Iterator

from render.cluster.products import KUEUE
from render.manifests.fields import mappings_at, number_at, text_at
from render.why.causes.queue._workload import matching, queue_name, queue_of
from render.why.cluster_object import ClusterObject
from render.why.explanation import Evidence, Explanation, explain, of_object
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"insufficient unused quota(?: in cohort)? for (?P<resource>\S+) in flavor (?P<flavor>\S+), "
    r"(?P<more>\S+) more needed"
)
_SHOWN = 5
"""Holders of quota in the evidence."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the Workloads that hold the quota."""
    for workload, found in matching(run, _MESSAGE):
        queue = queue_of(run, workload)
        name = queue_name(run, workload)
        holders = list(_holders(run, name, found["flavor"]))
        borrowed = _borrowed(queue, found["flavor"], found["resource"]) if queue is not None else ""
        sentence = (
            f"the quota of the queue `{name}` is in use: {found['more']} more `{found['resource']}` are needed in the "
            f"flavor `{found['flavor']}`{borrowed}"
        )
        hint = "wait until the runs that hold the quota end, raise the run's priority class, or use fewer nodes"
        yield from explain(sentence, [workload.evidence, *holders], hint, key="kueue.queue")


def _holders(run: TrainingRun, queue: str, flavor: str) -> Iterator[Evidence]:
    admitted = [one for one in run.index.all(f"{KUEUE}/Workload") if _holds(one, queue, flavor)]
    for one in admitted[:_SHOWN]:
        condition = one.condition("QuotaReserved")
        yield of_object(
            one, f"holds quota of `{queue}` (namespace `{one.namespace}`)", condition.time if condition else ""
        )


def _holds(workload: ClusterObject, queue: str, flavor: str) -> bool:
    if workload.is_true("Finished") or text_at(workload.data, "status", "admission", "clusterQueue") != queue:
        return False
    sets = mappings_at(workload.data, "status", "admission", "podSetAssignments")
    return any(flavor in (one.get("flavors") or {}).values() for one in sets if isinstance(one.get("flavors"), dict))


def _borrowed(queue: ClusterObject, flavor: str, resource: str) -> str:
    for used in mappings_at(queue.data, "status", "flavorsReservation"):
        if text_at(used, "name") == flavor:
            for one in mappings_at(used, "resources"):
                if text_at(one, "name") == resource:
                    lent = text_at(one, "borrowed") or str(number_at(one, "borrowed"))
                    return f"; {lent} of it are borrowed from the cohort" if lent != "0" else ""
    return ""
