"""STO108 class-for-one-node: a claim for several nodes names a storage class of block devices.

A block device (EBS, Persistent Disk, Azure Disk, Cinder, Ceph RBD) is attached to one node at a time. Its driver makes
no file system for `ReadWriteMany`: the claim stays Pending, and so do the pods. Classes are named by the cluster's
administrator; these names are the ones that the clouds and the drivers' documentation use.

Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes

Example:
    image: registry.example/train:1
    numNodes: 4
    storage: {checkpoints: {mode: create, size: 500Gi, accessMode: ReadWriteMany, storageClassName: gp3}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    storage: {checkpoints: {mode: create, size: 500Gi, accessMode: ReadWriteMany, storageClassName: fsx-lustre}}
"""

import re
from collections.abc import Iterator, Mapping

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.rules.storage._claims import claim_specs

_CLASSES: Mapping[str, str] = {
    # https://docs.aws.amazon.com/eks/latest/userguide/ebs-csi.html
    "Amazon EBS": r"(ebs-?)?(gp2|gp3|io1|io2|st1|sc1)(-.+)?|ebs(-.+)?|auto-ebs-sc",
    # https://docs.cloud.google.com/kubernetes-engine/docs/concepts/persistent-volumes
    "a Persistent Disk": r"standard-rwo|premium-rwo|pd-(standard|balanced|ssd|extreme)(-.+)?",
    "a Hyperdisk": r"hyperdisk-(balanced|extreme|throughput)(-.+)?",
    # https://learn.microsoft.com/azure/aks/concepts-storage#storage-classes
    "Azure Disk": (
        r"managed(-csi)?(-premium)?(-v2)?|azuredisk(-.+)?|(premium|standard|standardssd)_lrs|premium2-disk-sc"
        r"|ultra-disk-sc"
    ),
    # https://docs.oracle.com/en-us/iaas/Content/ContEng/Tasks/contengcreatingpersistentvolumeclaim.htm
    "OCI Block Volume": r"oci-bv(-.+)?|oci",
    # https://docs.digitalocean.com/products/kubernetes/how-to/add-volumes/, Linode, Vultr, Hetzner, OpenStack
    "block storage": (
        r"(do|linode|vultr)-block-storage(-.+)?|hcloud-volumes|cinder(-.+)?|csi-cinder(-.+)?|vsphere(-.+)?|thin(-csi)?"
    ),
    # https://rook.io/docs/rook/latest-release/Storage-Configuration/Block-Storage-RBD/block-storage/
    "Ceph RBD": r"rook-ceph-block(-.+)?|(csi-)?(ceph-)?rbd(-.+)?|ocs-storagecluster-ceph-rbd",
    # https://github.com/rancher/local-path-provisioner, https://openebs.io/docs
    "a folder or disk of one machine": r"local-path|openebs-(hostpath|device|lvm.*)|topolvm-.+|(microk8s-)?hostpath",
}
"""The usual names of classes, in lower case, by what they make."""


@rule(severity=Severity.WARNING, keys=("storageClassName",))
def check(item: Object) -> Iterator[Finding]:
    """Report claims for many nodes in classes of block devices."""
    for path, claim in claim_specs(item):
        name = claim.get("storageClassName")
        modes = claim.get("accessModes")
        is_block = claim.get("volumeMode") == "Block"
        if not isinstance(name, str) or not isinstance(modes, list) or is_block or "ReadWriteMany" not in modes:
            continue
        disk = next((disk for disk, names in _CLASSES.items() if re.fullmatch(names, name.lower())), None)
        if disk is not None:
            message = f"`{name}` usually makes {disk}, for one node: a claim for ReadWriteMany stays Pending"
            hint = "use a class of a shared file system: FSx or EFS, Filestore, Azure Files, CephFS, NFS, Lustre"
            yield Finding((*path, "storageClassName"), message, hint)
