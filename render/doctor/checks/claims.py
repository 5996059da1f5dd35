"""Check that claims from outside of the run exist, are bound and can be mounted by all pods."""

from collections.abc import Iterator, Sequence

from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.external_references import external_references
from render.doctor.nodes.batch import pod_stages
from render.doctor.requirements import Requirements
from render.doctor.storage import CLAIM, MANY, STORAGE_CLASS, class_of, waits_for_pod
from render.manifests.paths import Data
from render.manifests.references import Reference


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per claim."""
    for name, places in external_references(wanted, CLAIM.name):
        found = _claim_result(name, _at_once(places, wanted), wanted.namespace, view)
        yield found.at(places[0].pod.object, places[0].path)


def _at_once(places: Sequence[Reference], wanted: Requirements) -> int:
    """Return the number of pods that mount a claim at the same time."""
    users = {(place.pod.object.label, place.pod.path) for place in places}
    return max(
        sum(batch.count for batch in stage.batches if (batch.pod.object.label, batch.pod.path) in users)
        for stage in pod_stages(wanted.running, None)
    )


def _claim_result(name: str, pods: int, namespace: str, view: ClusterView) -> CheckResult:
    subject = f"{CLAIM.name}/{name}"
    claim = view.find(CLAIM, namespace, name)
    if claim is None:
        return fault(
            subject, f"it does not exist in `{namespace}`", "create it, or let the spec create one with `storage`"
        )
    if "deletionTimestamp" in claim["metadata"]:
        return fault(subject, "it is being deleted", "name another claim")
    modes = claim["spec"].get("accessModes", ())
    if pods > 1 and not MANY & set(modes):
        hint = "use a claim with `ReadWriteMany`, whose storage class supports it"
        return fault(subject, f"{pods} pods mount it, and its access mode is for one node: {', '.join(modes)}", hint)
    return _phase(subject, claim, view)


def _phase(subject: str, claim: Data, view: ClusterView) -> CheckResult:
    match claim.get("status", {}).get("phase"):
        case "Bound":
            return ok(subject, f"it is bound, with {', '.join(claim['spec'].get('accessModes', ()))}")
        case "Lost":
            return fault(subject, "its volume is gone", "restore the volume, or name another claim")
    found = class_of(claim["spec"], view.list(STORAGE_CLASS))
    if found is not None and waits_for_pod(found):
        return ok(subject, f"it binds when its first pod is scheduled (storage class `{found['metadata']['name']}`)")
    hint = f"`kubectl describe persistentvolumeclaim {claim['metadata']['name']}` shows why"
    return warning(subject, "it is not bound yet", hint)
