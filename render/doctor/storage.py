"""Storage classes and their access modes."""

from collections.abc import Sequence

from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data

CLAIM = GroupVersionKind("", "v1", "PersistentVolumeClaim")
STORAGE_CLASS = GroupVersionKind("storage.k8s.io", "v1", "StorageClass")
VOLUME = GroupVersionKind("", "v1", "PersistentVolume")

MANY = frozenset({"ReadOnlyMany", "ReadWriteMany"})
"""Access modes that several nodes can mount."""

NOTHING = "kubernetes.io/no-provisioner"
"""Provisioner of classes whose volumes are created by hand."""

DISKS = frozenset(
    {
        "blockvolume.csi.oraclecloud.com",
        "cinder.csi.openstack.org",
        "csi.hetzner.cloud",
        "disk.csi.azure.com",
        "dobs.csi.digitalocean.com",
        "ebs.csi.aws.com",
        "kubernetes.io/aws-ebs",
        "kubernetes.io/azure-disk",
        "kubernetes.io/gce-pd",
        "pd.csi.storage.gke.io",
        "rancher.io/local-path",
    }
)
"""Provisioners of disks that one node at a time can write to.

Sources: https://kubernetes-csi.github.io/docs/drivers.html and
https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
"""

_DEFAULT = "storageclass.kubernetes.io/is-default-class"


def is_default(storage_class: Data) -> bool:
    """Return True if this is the default class."""
    return bool(storage_class["metadata"].get("annotations", {}).get(_DEFAULT) == "true")


def class_of(claim: Data, classes: Sequence[Data]) -> Data | None:
    """Return the class of a claim with this `spec`: of several defaults the newest, as the API server does."""
    name = claim.get("storageClassName")
    if name is not None:
        return next((one for one in classes if one["metadata"]["name"] == name), None)
    defaults = [one for one in classes if is_default(one)]
    return max(
        defaults, key=lambda one: (one["metadata"].get("creationTimestamp", ""), one["metadata"]["name"]), default=None
    )


def waits_for_pod(storage_class: Data) -> bool:
    """Return True if a claim binds only when a pod that mounts it is scheduled (`WaitForFirstConsumer`)."""
    return bool(storage_class.get("volumeBindingMode") == "WaitForFirstConsumer")
