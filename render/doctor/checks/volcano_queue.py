"""Check that the gang's Volcano queue exists, is open and large enough."""

from collections.abc import Iterator, Sequence

from render.cluster.products import VOLCANO
from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.quantity import amount
from render.manifests.paths import Data

_DEFAULT = "default"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per queue; nothing without Volcano."""
    queues: dict[str, list[Data]] = {}
    for item in wanted.running:
        if item.kind.group == VOLCANO and item.kind.name == "PodGroup":
            spec = item.data["spec"]
            queues.setdefault(spec.get("queue", _DEFAULT), []).append(spec)
    kinds = view.served(VOLCANO, "Queue")
    for name, gangs in sorted(queues.items()) if kinds else ():
        subject = f"Queue/{name}"
        queue = view.find(kinds[0], None, name)
        if queue is None:
            yield fault(subject, "it does not exist", "`kubectl get queues.scheduling.volcano.sh` lists those that do")
        else:
            yield _queue_result(subject, queue, gangs)


def _queue_result(subject: str, queue: Data, gangs: Sequence[Data]) -> CheckResult:
    state = queue.get("status", {}).get("state", "")
    if state in ("Closed", "Closing"):
        hint = f"`vcctl queue operate --action open --name {queue['metadata']['name']}` opens it"
        return fault(subject, f"it is {state.lower()} and accepts no gang", hint)
    capability = queue.get("spec", {}).get("capability", {})
    for gang in gangs:
        for name, needed in sorted(gang.get("minResources", {}).items()):
            if (amount(needed) or 0) > (amount(capability.get(name, needed)) or 0):
                message = f"the gang needs {needed} `{name}`, and its `capability` is {capability[name]}"
                return fault(subject, message, "use a smaller gang or another queue")
    if state != "Open":
        return warning(subject, "it has no state yet", "Volcano's controllers set it: check that they run")
    return ok(subject, "it is open")
