"""Volumes: the disks that are reached over the network, in pods and as objects of their own."""

from typing import Any

_LUN = {"minimum": 0, "maximum": 255}
_PARTITION = {"minimum": 0, "maximum": 255}

VOLUMES: dict[str, dict[str, Any]] = {
    "AWSElasticBlockStoreVolumeSource.partition": _PARTITION,
    "AzureDiskVolumeSource.cachingMode": {"enum": ["None", "ReadOnly", "ReadWrite"]},
    "AzureDiskVolumeSource.kind": {"enum": ["Dedicated", "Managed", "Shared"]},
    "FCVolumeSource.lun": _LUN,
    "GCEPersistentDiskVolumeSource.partition": _PARTITION,
    "ISCSIPersistentVolumeSource.lun": _LUN,
    "ISCSIVolumeSource.lun": _LUN,
}
