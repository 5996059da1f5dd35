"""Storage of the lab: volumes that all nodes share, folders of this machine, for claims of any access mode."""

from pathlib import Path

from tests.cluster.server import Object, Server

CLASS = "shared-folders"
"""Name of the storage class, which is the default one."""
VOLUMES = 48
"""A claim takes one; it is not used again while the lab is up."""


def add_storage(server: Server, folder: Path) -> None:
    """Create the storage class, and its volumes, with their folders below a folder."""
    assert server.create(_storage_class()).refusal == ""
    for number in range(VOLUMES):
        assert server.create(_volume(f"folder-{number}", volume_folder(folder, f"folder-{number}"))).refusal == ""


def volume_folder(folder: Path, volume: str) -> Path:
    """Return the folder of a volume; whoever runs in a pod may write into it."""
    home = folder / "volumes" / volume
    if not home.exists():
        home.mkdir(parents=True)
        home.chmod(0o777)
    return home


def _storage_class() -> Object:
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": CLASS, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": "kubernetes.io/no-provisioner",
        "reclaimPolicy": "Retain",
    }


def _volume(name: str, folder: Path) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name},
        "spec": {
            "accessModes": ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"],
            "capacity": {"storage": "1Ti"},
            "hostPath": {"path": str(folder)},
            "persistentVolumeReclaimPolicy": "Retain",
            "storageClassName": CLASS,
        },
    }
