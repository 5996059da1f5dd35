"""Check that each claim of the run has a storage class that supports its access mode."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.doctor.storage import CLAIM, DISKS, NOTHING, STORAGE_CLASS, VOLUME, class_of
from render.manifests.paths import Data
from render.manifests.pods import pods

_LIST = "`kubectl get storageclasses` lists those that do"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per claim."""
    for item in wanted.applied:
        if item.kind == CLAIM:
            name = item.data["metadata"]["name"]
            known = view.find(CLAIM, wanted.namespace, name)
            found = _there(item.label, known) if known else _class_result(item.label, item.data["spec"], view)
            yield found.at(item, ("spec", "storageClassName"))
        for pod in pods(item):
            for volume in pod.spec.get("volumes", ()):
                template = volume.get("ephemeral", {}).get("volumeClaimTemplate")
                if template is not None:
                    yield _class_result(f"volume/{volume['name']}", template["spec"], view)


def _there(subject: str, claim: Data) -> CheckResult:
    phase = claim.get("status", {}).get("phase", "Pending")
    if phase == "Lost":
        return fault(subject, "it exists already, and its volume is gone", "delete the claim, or use another name")
    return ok(subject, f"it exists already and is {phase.lower()}: the run mounts its data")


def _class_result(subject: str, claim: Data, view: ClusterView) -> CheckResult:
    name = claim.get("storageClassName")
    if name == "":
        return _by_hand(subject, claim, view, "")
    found = class_of(claim, view.list(STORAGE_CLASS))
    if found is None and name is None:
        return fault(subject, "it names no storage class, and there is no default", f"set one in `storage`; {_LIST}")
    if found is None:
        return fault(subject, f"the storage class `{name}` does not exist", _LIST)
    own, provisioner = found["metadata"]["name"], found["provisioner"]
    if provisioner == NOTHING:
        return _by_hand(subject, claim, view, own)
    modes = claim.get("accessModes", ())
    if provisioner in DISKS and "ReadWriteMany" in modes and claim.get("volumeMode") != "Block":
        hint = "use a class of a network file system (EFS, Filestore, Azure Files, NFS, Lustre …)"
        return fault(
            subject,
            f"`{own}` provisions disks for one node (`{provisioner}`), and the claim needs `ReadWriteMany`",
            hint,
        )
    return ok(subject, f"`{own}` provisions it (`{provisioner}`)")


def _by_hand(subject: str, claim: Data, view: ClusterView, name: str) -> CheckResult:
    """Check a claim whose volume is created by hand."""
    wanted = set(claim.get("accessModes", ()))
    for volume in view.list(VOLUME):
        spec = volume["spec"]
        is_free = volume.get("status", {}).get("phase") in ("Available", "Pending")
        is_of_class = spec.get("storageClassName", "") == name
        if is_free and is_of_class and wanted <= set(spec.get("accessModes", ())):
            return ok(subject, f"`PersistentVolume/{volume['metadata']['name']}` is free for it")
    message = f"its class has no provisioner, and no free PersistentVolume has {', '.join(sorted(wanted))}"
    return warning(subject, message, "create a PersistentVolume, or use a class with a provisioner")
