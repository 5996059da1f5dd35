"""What the source of a volume is found by, in a pod and in a PersistentVolume."""

from collections.abc import Iterator, Mapping

from render.kube import dns, names
from render.manifests.places import Data
from render.rules.admission._refusal import each_invalid, invalid, required
from render.rules.admission.volume._paths import without_backsteps
from render.rules.rule import Finding
from render.shape.mistake import Path

NEEDED: Mapping[str, tuple[str, ...]] = {
    "awsElasticBlockStore": ("volumeID",),
    "azureDisk": ("diskName", "diskURI"),
    "azureFile": ("secretName", "shareName"),
    "cephfs": ("monitors",),
    "cinder": ("volumeID",),
    "csi": ("driver",),
    "flexVolume": ("driver",),
    "gcePersistentDisk": ("pdName",),
    "glusterfs": ("endpoints", "path"),
    "hostPath": ("path",),
    "iscsi": ("targetPortal", "iqn"),
    "nfs": ("server", "path"),
    "photonPersistentDisk": ("pdID",),
    "portworxVolume": ("volumeID",),
    "quobyte": ("registry", "volume"),
    "rbd": ("monitors", "image"),
    "scaleIO": ("gateway", "system", "volumeName"),
    "storageos": ("volumeName",),
    "vsphereVolume": ("volumePath",),
}
"""By source: fields that can't be empty."""


def incomplete(path: Path, volume: Data, needed: Mapping[str, tuple[str, ...]]) -> Iterator[Finding]:
    """Yield each field that a source needs and has not."""
    for source, fields in needed.items():
        for field in fields if source in volume else ():
            if not volume[source].get(field):
                yield required((*path, source, field))


def malformed(path: Path, volume: Data) -> Iterator[Finding]:
    """Yield each path and name that a source can't have."""
    export, host_path = volume.get("nfs", {}).get("path", "/"), volume.get("hostPath", {}).get("path", "")
    if not export.startswith("/"):
        yield invalid((*path, "nfs", "path"), export, "must be an absolute path")
    yield from without_backsteps((*path, "hostPath", "path"), host_path)
    if driver := volume.get("csi", {}).get("driver", ""):
        yield from each_invalid((*path, "csi", "driver"), driver, names.driver(driver))
    for field in ("volumeName", "volumeNamespace"):
        if name := volume.get("storageos", {}).get(field, ""):
            yield from each_invalid((*path, "storageos", field), name, dns.label(name))
