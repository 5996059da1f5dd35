"""Check that the run's queue of KAI exists."""

from collections.abc import Iterator

from render.cluster.products import KAI_SCHEDULING, PRODUCTS
from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements

_LABEL = "kai.scheduler/queue"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per queue. Queues of KAI belong to the whole cluster."""
    kinds = view.served(KAI_SCHEDULING, "Queue")
    for item in wanted.running:
        name = item.data["metadata"].get("labels", {}).get(_LABEL)
        if name is None:
            continue
        subject = f"Queue/{name}"
        if not kinds:
            found = fault(subject, "the cluster has no KAI", PRODUCTS[KAI_SCHEDULING].hint)
        elif view.find(kinds[0], None, name) is None:
            found = fault(subject, "it does not exist", "`kubectl get queues.scheduling.run.ai` lists those that do")
        else:
            found = ok(subject, "it exists")
        yield found.at(item, ("metadata", "labels", _LABEL))
