"""Ask whether there is a storage class for each claim that the run brings, and whether it has the access mode."""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok, warning
from render.doctor.storage import CLAIM, DISKS, NOTHING, STORAGE_CLASS, VOLUME, class_of
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.manifests.places import Data
from render.manifests.pods import pods

_LIST = "`kubectl get storageclasses` lists those that do"


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a claim."""
    for item in wanted.applied:
        if item.kind == CLAIM:
            name = item.data["metadata"]["name"]
            known = view.find(CLAIM, wanted.namespace, name)
            yield _there(item.label, known) if known is not None else _judged(item.label, item.data["spec"], view)
        for pod in pods(item):
            for volume in pod.spec.get("volumes", ()):
                template = volume.get("ephemeral", {}).get("volumeClaimTemplate")
                if template is not None:
                    yield _judged(f"volume/{volume['name']}", template["spec"], view)


def _there(subject: str, claim: Data) -> Finding:
    phase = claim.get("status", {}).get("phase", "Pending")
    if phase == "Lost":
        return fault(subject, "it is there already, and its volume is gone", "delete the claim, or name another one")
    return ok(subject, f"it is there already, and {phase.lower()}: the run mounts what it holds")


def _judged(subject: str, claim: Data, view: View) -> Finding:
    name = claim.get("storageClassName")
    if name == "":
        return _by_hand(subject, claim, view, "")
    found = class_of(claim, view.list(STORAGE_CLASS))
    if found is None and name is None:
        return fault(subject, "it names no storage class, and none is the default", f"`storage` names one; {_LIST}")
    if found is None:
        return fault(subject, f"the storage class `{name}` does not exist", _LIST)
    own, provisioner = found["metadata"]["name"], found["provisioner"]
    if provisioner == NOTHING:
        return _by_hand(subject, claim, view, own)
    modes = claim.get("accessModes", ())
    if provisioner in DISKS and "ReadWriteMany" in modes and claim.get("volumeMode") != "Block":
        hint = "a class of a network file system (EFS, Filestore, Azure Files, NFS, Lustre …)"
        return fault(subject, f"`{own}` makes disks for one node (`{provisioner}`), and it wants `ReadWriteMany`", hint)
    return ok(subject, f"`{own}` makes it (`{provisioner}`)")


def _by_hand(subject: str, claim: Data, view: View, name: str) -> Finding:
    """Judge a claim for which somebody has to make the volume."""
    wanted = set(claim.get("accessModes", ()))
    for volume in view.list(VOLUME):
        spec = volume["spec"]
        is_free = volume.get("status", {}).get("phase") in ("Available", "Pending")
        is_of_class = spec.get("storageClassName", "") == name
        if is_free and is_of_class and wanted <= set(spec.get("accessModes", ())):
            return ok(subject, f"`PersistentVolume/{volume['metadata']['name']}` is free for it")
    message = f"nobody makes its volume, and none is free with {', '.join(sorted(wanted))}"
    return warning(subject, message, "create a PersistentVolume, or name a class that has a provisioner")
