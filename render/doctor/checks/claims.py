"""Ask whether the claims that pods name, and the run does not bring, are there, bound, and for as many nodes."""

from collections.abc import Iterator, Sequence

from render.doctor.finding import Finding, fault, ok, warning
from render.doctor.nodes.batch import stages
from render.doctor.referenced import referenced
from render.doctor.storage import CLAIM, MANY, STORAGE_CLASS, class_of, waits_for_pod
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.manifests.places import Data
from render.rules.references import Reference


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield what is wrong with each claim, or that nothing is."""
    for name, places in referenced(wanted, CLAIM.name):
        yield _judged(name, _at_once(places, wanted), wanted.namespace, view)


def _at_once(places: Sequence[Reference], wanted: Wanted) -> int:
    """Return how many pods mount a claim at the same time."""
    users = {(place.pod.object.label, place.pod.path) for place in places}
    return max(
        sum(batch.count for batch in stage.batches if (batch.pod.object.label, batch.pod.path) in users)
        for stage in stages(wanted.running, None)
    )


def _judged(name: str, pods: int, namespace: str, view: View) -> Finding:
    subject = f"{CLAIM.name}/{name}"
    claim = view.find(CLAIM, namespace, name)
    if claim is None:
        return fault(subject, f"it does not exist in `{namespace}`", "create it, or let the spec: `storage`")
    if "deletionTimestamp" in claim["metadata"]:
        return fault(subject, "it is being deleted", "name another claim")
    modes = claim["spec"].get("accessModes", ())
    if pods > 1 and not MANY & set(modes):
        hint = "a claim with `ReadWriteMany`, of a storage class that has it"
        return fault(subject, f"{pods} pods mount it, and it is for one node: {', '.join(modes)}", hint)
    return _phase(subject, claim, view)


def _phase(subject: str, claim: Data, view: View) -> Finding:
    match claim.get("status", {}).get("phase"):
        case "Bound":
            return ok(subject, f"it is bound, with {', '.join(claim['spec'].get('accessModes', ()))}")
        case "Lost":
            return fault(subject, "its volume is gone", "restore the volume, or name another claim")
    found = class_of(claim["spec"], view.list(STORAGE_CLASS))
    if found is not None and waits_for_pod(found):
        return ok(subject, f"it waits for its first pod, as `{found['metadata']['name']}` has it")
    hint = f"`kubectl describe persistentvolumeclaim {claim['metadata']['name']}` says what it waits for"
    return warning(subject, "it is not bound yet", hint)
