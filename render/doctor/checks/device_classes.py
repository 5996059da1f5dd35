"""Check that DeviceClasses of a run's claims exist, and that drivers offer enough devices on enough nodes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import DEVICE_CLASS, ClusterView
from render.doctor.nodes.capacity import plural
from render.doctor.requirements import Requirements
from render.kube.device_classes import device_classes
from render.kube.gvk import GroupVersionKind
from render.manifests.device_claims import requested_devices
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.programs.replicas import replica_count
from render.schema_errors.suggest import nearest

_GROUP = "resource.k8s.io"
_SLICE = GroupVersionKind(_GROUP, "v1", "ResourceSlice")
_TEMPLATE = GroupVersionKind(_GROUP, "v1", "ResourceClaimTemplate")
_SIMILAR = 0.7


class Request(NamedTuple):
    """Devices of one class that each of a number of pods claims."""

    device_class: str
    devices: int
    pods: int


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per class. Devices in use and selectors are not considered: only the scheduler knows them."""
    requests = list(_requests(wanted, view))
    if not requests or not view.served(_GROUP, DEVICE_CLASS.name):
        return
    offers = _devices_by_driver(view)
    for name in sorted({request.device_class for request in requests}):
        subject = f"DeviceClass/{name}"
        if view.find(DEVICE_CLASS, None, name) is None:
            known = [one["metadata"]["name"] for one in view.list(DEVICE_CLASS)]
            similar = nearest(name, known, _SIMILAR)
            hint = f"did you mean `{similar}`?" if similar else "`kubectl get deviceclasses` lists those that exist"
            yield fault(subject, "it does not exist", hint)
            continue
        yield _enough(subject, [one for one in requests if one.device_class == name], offers, view)


def _enough(
    subject: str, requests: list[Request], offers: Mapping[str, Counter[str]], view: ClusterView
) -> CheckResult:
    known = device_classes().get(requests[0].device_class)
    if known is None or known.driver is None:
        return ok(subject, "it exists; which devices it has is not known")
    nodes = offers.get(known.driver, Counter())
    for request in requests:
        room = sum(count // request.devices for count in nodes.values())
        if room < request.pods:
            message = (
                f"it exists, but {room} of {request.pods} pods find {request.devices} devices of `{known.driver}` "
                f"on {plural(len(nodes), 'node')} with some"
            )
            hint = "`kubectl get resourceslices` lists the devices that drivers offer"
            return (warning if view.has_scaler else fault)(subject, message, hint)
    offered = f"{plural(sum(nodes.values()), 'device')} on {plural(len(nodes), 'node')}"
    return ok(subject, f"it exists, and its driver `{known.driver}` offers {offered}")


def _devices_by_driver(view: ClusterView) -> Mapping[str, Counter[str]]:
    """Return the number of devices on each node, by driver."""
    found: dict[str, Counter[str]] = {}
    for one in view.list(_SLICE):
        spec = one["spec"]
        if node := spec.get("nodeName"):
            found.setdefault(spec["driver"], Counter())[node] += len(spec.get("devices", ()))
    return found


def _requests(wanted: Requirements, view: ClusterView) -> Iterator[Request]:
    own = {item.data["metadata"]["name"]: item.data for item in wanted.applied if item.kind == _TEMPLATE}
    for pod in wanted.pods:
        for name in _templates(pod):
            data = own.get(name) or _found(view, wanted.namespace, name)
            for one in requested_devices(data):
                if one.number is not None:
                    yield Request(one.device_class, one.number, replica_count(pod) or 1)


def _templates(pod: Pod) -> Iterator[str]:
    for claim in pod.spec.get("resourceClaims", ()):
        if "resourceClaimTemplateName" in claim:
            yield claim["resourceClaimTemplateName"]


def _found(view: ClusterView, namespace: str, name: str) -> Data:
    return view.find(_TEMPLATE, namespace, name) or {} if view.served(_GROUP, _TEMPLATE.name) else {}
