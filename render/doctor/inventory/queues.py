"""List the queues of Volcano and Kueue and their state."""

from collections.abc import Iterator

from render.cluster.products import KUEUE, VOLCANO
from render.doctor.check_result import CheckResult, ok, warning
from render.doctor.cluster_view import ClusterView
from render.manifests.paths import Data


def check(view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per queue."""
    for kind in view.served(VOLCANO, "Queue")[:1]:
        for queue in view.list(kind):
            state = queue.get("status", {}).get("state", "Unknown")
            yield _found("Queue", queue, f"Volcano, {state.lower()}", is_open=state == "Open")
    for kind in view.served(KUEUE, "ClusterQueue")[:1]:
        for queue in view.list(kind):
            conditions = queue.get("status", {}).get("conditions", ())
            is_inactive = any(one["type"] == "Active" and one["status"] == "False" for one in conditions)
            is_open = not is_inactive and queue["spec"].get("stopPolicy", "None") == "None"
            yield _found("ClusterQueue", queue, f"Kueue, {'active' if is_open else 'not active'}", is_open=is_open)
    for kind in view.served(KUEUE, "LocalQueue")[:1]:
        for queue in view.list(kind):
            place = f"in `{queue['metadata']['namespace']}`, points to `{queue['spec']['clusterQueue']}`"
            yield _found("LocalQueue", queue, f"Kueue, {place}", is_open=True)


def _found(kind: str, queue: Data, message: str, *, is_open: bool) -> CheckResult:
    return (ok if is_open else warning)(f"{kind}/{queue['metadata']['name']}", message)
