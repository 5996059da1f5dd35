"""Volumes of claims: the simulation plays the provisioners of the storage classes that the cluster has."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.cluster import DeniedError, NotServedError
from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data
from render.snapshot.view import SnapshotView

CLAIM = GroupVersionKind("", "v1", "PersistentVolumeClaim")
_CLASS = GroupVersionKind("storage.k8s.io", "v1", "StorageClass")
_DEFAULT = "storageclass.kubernetes.io/is-default-class"


def present_claims(view: SnapshotView, namespace: str) -> Iterator[dict[str, Any]]:
    """Yield the claims that a namespace has, each after its volume if it is bound or can be."""
    try:
        claims = view.list(CLAIM, namespace)
    except (DeniedError, NotServedError):
        return
    for claim in claims:
        is_bound = claim.get("status", {}).get("phase") == "Bound"
        bare = {key: value for key, value in claim.items() if key != "status"}
        yield from provision(bare, namespace, None if is_bound else view)


def provision(claim: Data, namespace: str, view: SnapshotView | None) -> Iterator[dict[str, Any]]:
    """Yield the volume of a claim, and the claim bound to it; the claim alone without a class for it.

    Without a view, the claim has its volume already.
    """
    name, spec = claim["metadata"]["name"], claim["spec"]
    storage_class = spec.get("storageClassName")
    provisioner: str | None = "render.local"
    if view is not None:
        classes = _classes(view)
        if storage_class is None:
            storage_class = next((key for key, one in sorted(classes.items()) if _is_default(one)), None)
        provisioner = classes.get(storage_class or "", {}).get("provisioner")
    place = claim["metadata"].get("namespace") or namespace
    if provisioner is None or spec.get("volumeName"):
        yield dict(claim)
        return
    volume = f"{place}-{name}"
    yield {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": volume},
        "spec": {
            "accessModes": spec["accessModes"],
            "capacity": {"storage": spec["resources"]["requests"]["storage"]},
            "claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": place, "name": name},
            "csi": {"driver": provisioner, "volumeHandle": volume},
            "storageClassName": storage_class or "",
            **({"volumeMode": spec["volumeMode"]} if "volumeMode" in spec else {}),
        },
    }
    yield {**claim, "spec": {**spec, "storageClassName": storage_class or "", "volumeName": volume}}


def _classes(view: SnapshotView) -> Mapping[str, Data]:
    try:
        return {one["metadata"]["name"]: one for one in view.list(_CLASS)}
    except (DeniedError, NotServedError):
        return {}


def _is_default(storage_class: Data) -> bool:
    return bool(storage_class["metadata"].get("annotations", {}).get(_DEFAULT) == "true")
