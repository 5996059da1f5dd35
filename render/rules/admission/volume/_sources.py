"""Check the sources of volumes, in a pod and in a PersistentVolume."""

from collections.abc import Iterator, Mapping

from render.kube.formats import dns, names
from render.manifests.paths import Data
from render.rules.admission._field_errors import each_invalid, invalid, required
from render.rules.admission.volume._paths import check_no_backsteps
from render.rules.rule import Finding
from render.schema_errors.error import Path

REQUIRED_FIELDS: Mapping[str, tuple[str, ...]] = {
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
"""By source: fields that must not be empty."""


def check_required_fields(path: Path, volume: Data, needed: Mapping[str, tuple[str, ...]]) -> Iterator[Finding]:
    """Yield a finding for each field that a source needs and lacks."""
    for source, fields in needed.items():
        for field in fields if source in volume else ():
            if not volume[source].get(field):
                yield required((*path, source, field))


def check_fields(path: Path, volume: Data) -> Iterator[Finding]:
    """Yield a finding for each invalid path and name of a source."""
    export, host_path = volume.get("nfs", {}).get("path", "/"), volume.get("hostPath", {}).get("path", "")
    if not export.startswith("/"):
        yield invalid((*path, "nfs", "path"), export, "must be an absolute path")
    yield from check_no_backsteps((*path, "hostPath", "path"), host_path)
    if driver := volume.get("csi", {}).get("driver", ""):
        yield from each_invalid((*path, "csi", "driver"), driver, names.driver_errors(driver))
    for field in ("volumeName", "volumeNamespace"):
        if name := volume.get("storageos", {}).get(field, ""):
            yield from each_invalid((*path, "storageos", field), name, dns.label_errors(name))
