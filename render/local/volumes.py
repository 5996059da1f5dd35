"""Folders of this machine in place of the volumes and of the working directory of a pod."""

import base64
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render import tool
from render.local.node import LocalError, Mount
from render.manifests.paths import Data
from render.pods.pod import RunPod

SHARED_MEMORY = "/dev/shm"  # noqa: S108 - the machine's own replaces the pod's
CLAIMS = "claims"
"""Folder of claims, whose files remain after the run."""

Difference = tuple[str, str]
"""Source of a volume's files on the cluster, and on this machine."""


@dataclass(frozen=True, slots=True)
class LocalVolumes:
    """Folders of the volumes of all nodes.

    A claim is one folder for all nodes, a ConfigMap of the run one per role, a secret with an ssh key one per secret,
    and a host path is that path; any other volume is one folder per node.
    """

    root: Path
    """Folder in which they are made."""
    code: Path
    """The folder of the spec.

    It replaces ConfigMaps that the run doesn't contain, since these are created from files, and a volume of unknown
    content that contains the working directory.
    """

    def mounts(self, pod: RunPod, container: Data, label: str) -> Iterator[tuple[Mount, Difference | None]]:
        """Yield a container's mounts, with their differences from the cluster or None.

        Makes the folders. Raises LocalError, OSError.
        """
        volumes = {volume["name"]: volume for volume in pod.role.pod.get("volumes", ())}
        for mount in container.get("volumeMounts", ()):
            path = mount["mountPath"]
            if path == SHARED_MEMORY:
                continue
            volume = volumes.get(mount["name"], {})
            folder, difference = self._folder(volume, pod, label)
            if difference is not None and ("configMap" in volume or _is_in(container.get("workingDir"), path)):
                folder, difference = self.code, (difference[0], str(self.code))
            folder /= mount.get("subPath", "")
            if folder != self.code and not folder.is_file():
                folder.mkdir(parents=True, exist_ok=True)
            yield Mount(path, str(folder), mount.get("readOnly", False)), difference

    def _folder(self, volume: Data, pod: RunPod, label: str) -> tuple[Path, Difference | None]:
        name = str(volume.get("name"))
        own = self.root / label / name
        if claim := volume.get("persistentVolumeClaim"):
            return self.root / CLAIMS / claim["claimName"], None
        if (source := volume.get("configMap")) and (found := pod.config_maps.get(source.get("name", ""))):
            _write(self.root / pod.role.name / name, found, source)
            return self.root / pod.role.name / name, None
        if host := volume.get("hostPath"):
            return Path(host["path"]), None
        if (secret := volume.get("secret")) and (
            items := [i for i in secret.get("items", ()) if i["key"] == PRIVATE_KEY]
        ):
            folder = self.root / "keys" / secret["secretName"]
            make_ssh_key(folder / items[0]["path"])
            return folder, ("secret", "a key made for this run")
        kind = next((key for key in volume if key != "name"), "volume")
        return own, None if kind == "emptyDir" else (kind, "an empty folder")


def _write(folder: Path, config_map: Data, source: Data) -> None:
    binary = {key: base64.b64decode(value) for key, value in config_map.get("binaryData", {}).items()}
    files: dict[str, bytes] = {**{key: value.encode() for key, value in config_map.get("data", {}).items()}, **binary}
    items: list[Data] = source.get("items") or [{"key": key, "path": key} for key in files]
    for item in items:
        if item["key"] in files:
            file = folder / item["path"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(files[item["key"]])
            file.chmod(_mode(item, source))


def _mode(item: Data, source: Data) -> int:
    mode: Any = item.get("mode", source.get("defaultMode", 0o644))
    return int(mode)


def _is_in(folder: str | None, path: str) -> bool:
    return folder is not None and f"{folder.rstrip('/')}/".startswith(f"{path.rstrip('/')}/")


PRIVATE_KEY = "ssh-privatekey"
"""Key of the private key in a Secret of type kubernetes.io/ssh-auth."""


def make_ssh_key(file: Path) -> None:
    """Write a new private key for the nodes of this run, unless the file exists. Raises LocalError, OSError."""
    if file.exists():
        return
    program = tool.find_program("ssh-keygen")
    if program is None:
        raise LocalError("`ssh-keygen` is not on this machine; the run's launcher needs ssh", "install OpenSSH")
    file.parent.mkdir(parents=True, exist_ok=True)
    tool.run([program, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]).check_returncode()


def working_folder(directory: str, mounts: Sequence[Mount], code: Path, folder: Path) -> Path | None:
    """Return a folder with the files that are mounted in the working directory of a program; None if there are none.

    It has links to the entries of the spec's folder, `code`, as the image has its files. The mounted files are copies:
    Python looks for modules where a script is, not where a link to it is. Raises OSError.
    """
    root = f"{directory.rstrip('/')}/"
    files = [mount for mount in mounts if mount.path.startswith(root) and Path(mount.folder).is_file()]
    if not files or folder.exists():
        return folder if files else None
    _link(code, folder)
    for mount in files:
        path = folder / mount.path.removeprefix(root)
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            _open(folder / parent)
        path.unlink(missing_ok=True)
        shutil.copy(mount.folder, path)
    return folder


def _link(source: Path, folder: Path) -> None:
    """Make a folder with links to the entries of another one."""
    folder.mkdir(parents=True)
    for entry in source.iterdir():
        (folder / entry.name).symlink_to(entry.resolve())


def _open(folder: Path) -> None:
    """Make a folder in place of a link to one, or of nothing."""
    if folder.is_symlink():
        source = folder.resolve()
        folder.unlink()
        _link(source, folder)
    else:
        folder.mkdir(exist_ok=True)
