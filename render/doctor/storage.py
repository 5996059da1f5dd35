"""Storage classes, and what they can give."""

from collections.abc import Sequence

from render.kube.kind import Kind
from render.manifests.places import Data

CLAIM = Kind("", "v1", "PersistentVolumeClaim")
STORAGE_CLASS = Kind("storage.k8s.io", "v1", "StorageClass")
VOLUME = Kind("", "v1", "PersistentVolume")

MANY = frozenset({"ReadOnlyMany", "ReadWriteMany"})
"""Access modes of volumes that several nodes mount."""

NOTHING = "kubernetes.io/no-provisioner"
"""The provisioner of classes whose volumes somebody makes by hand."""

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
"""Provisioners of file systems that one node at a time writes to.

Sources: https://kubernetes-csi.github.io/docs/drivers.html and
https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
"""

_DEFAULT = "storageclass.kubernetes.io/is-default-class"


def is_default(storage_class: Data) -> bool:
    """Say whether claims that name no class get this one."""
    return bool(storage_class["metadata"].get("annotations", {}).get(_DEFAULT) == "true")


def class_of(claim: Data, classes: Sequence[Data]) -> Data | None:
    """Return the class that a claim with this `spec` gets: of several default ones the newest, as the API server."""
    name = claim.get("storageClassName")
    if name is not None:
        return next((one for one in classes if one["metadata"]["name"] == name), None)
    defaults = [one for one in classes if is_default(one)]
    return max(
        defaults, key=lambda one: (one["metadata"].get("creationTimestamp", ""), one["metadata"]["name"]), default=None
    )


def waits_for_pod(storage_class: Data) -> bool:
    """Say whether a claim is bound only when a pod that mounts it has a node."""
    return bool(storage_class.get("volumeBindingMode") == "WaitForFirstConsumer")
