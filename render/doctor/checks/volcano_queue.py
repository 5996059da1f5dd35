"""Ask whether the Volcano queue of the gang is there and open, and may hold it."""

from collections.abc import Iterator, Sequence

from render.cluster.products import VOLCANO
from render.doctor.finding import Finding, fault, ok, warning
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.quantity import amount
from render.manifests.places import Data

_DEFAULT = "default"


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a queue. Without Volcano there is none to ask for."""
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
            yield _judged(subject, queue, gangs)


def _judged(subject: str, queue: Data, gangs: Sequence[Data]) -> Finding:
    state = queue.get("status", {}).get("state", "")
    if state in ("Closed", "Closing"):
        hint = f"`vcctl queue operate --action open --name {queue['metadata']['name']}` opens it"
        return fault(subject, f"it is {state.lower()}, and takes no gang", hint)
    capability = queue.get("spec", {}).get("capability", {})
    for gang in gangs:
        for name, needed in sorted(gang.get("minResources", {}).items()):
            if (amount(needed) or 0) > (amount(capability.get(name, needed)) or 0):
                message = f"the gang needs {needed} `{name}`, and its `capability` is {capability[name]}"
                return fault(subject, message, "a smaller gang, or another queue")
    if state != "Open":
        return warning(subject, "it has no state yet", "Volcano's controllers write it: see whether they run")
    return ok(subject, "it is open")
