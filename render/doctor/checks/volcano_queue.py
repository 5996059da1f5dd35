"""Ask whether the Volcano queue of the gang is there and open, and may hold it."""

from collections.abc import Iterator

from render.cluster.products import VOLCANO
from render.doctor.finding import Finding, fault, ok, warning
from render.doctor.gang import total
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.quantity import amount, shown
from render.manifests.places import Data

_DEFAULT = "default"


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a queue. Without Volcano there is none to ask for."""
    kinds = view.served(VOLCANO, "Queue")
    groups = [item for item in wanted.running if item.kind.group == VOLCANO and item.kind.name == "PodGroup"]
    for name in sorted({item.data["spec"].get("queue", _DEFAULT) for item in groups}) if kinds else ():
        subject = f"Queue/{name}"
        queue = view.find(kinds[0], None, name)
        if queue is None:
            yield fault(subject, "it does not exist", "`kubectl get queues.scheduling.volcano.sh` lists those that do")
            continue
        yield _judged(subject, queue, wanted)


def _judged(subject: str, queue: Data, wanted: Wanted) -> Finding:
    state = queue.get("status", {}).get("state", "")
    if state in ("Closed", "Closing"):
        hint = f"`vcctl queue operate --action open --name {queue['metadata']['name']}` opens it"
        return fault(subject, f"it is {state.lower()}, and takes no gang", hint)
    for name, value in sorted(total(wanted.running, wanted.least).items()):
        most = amount(queue.get("spec", {}).get("capability", {}).get(name))
        if most is not None and value > most:
            found = f"the gang needs {shown(value, is_size=name == 'memory')} `{name}`"
            message = f"{found}, and its `capability` is {shown(most, is_size=name == 'memory')}"
            return fault(subject, message, "a smaller gang, or another queue")
    if state != "Open":
        return warning(subject, "it has no state yet", "Volcano's controllers write it: see whether they run")
    return ok(subject, "it is open")
