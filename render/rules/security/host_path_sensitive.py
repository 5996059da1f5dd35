"""SEC107 host-path-sensitive: a volume gives the program control of its nodes.

With the node's root, `/etc`, `/proc` or the folders of the kubelet, or with the socket of its container runtime, a
program can read the secrets of all pods there and start others. Training needs none of them.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#hostpath

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    storage: {volumes: [{name: host, mountPath: /host, hostPath: {path: /}}]}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    storage: {volumes: [{name: data, mountPath: /data, hostPath: {path: /mnt/nvme}}]}
"""

from collections.abc import Iterator
from posixpath import normpath

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_FOLDERS = ("/boot", "/etc", "/proc", "/root", "/run/containerd", "/run/crio", "/run/docker", "/sys/fs/cgroup",
            "/var/lib/containerd", "/var/lib/docker", "/var/lib/etcd", "/var/lib/kubelet", "/var/run/containerd",
            "/var/run/crio")  # fmt: skip
_WHOLE = ("/", "/dev", "/run", "/sys", "/usr", "/var", "/var/lib", "/var/run")
_SOCKETS = ("containerd.sock", "crio.sock", "docker.sock")


@rule(severity=Severity.WARNING, keys=("volumes.hostPath",))
def check(run: Run) -> Iterator[Finding]:
    """Report such folders and sockets among the volumes of a spec."""
    for index, volume in enumerate(run.at("storage", "volumes") or ()):
        path = normpath(str((volume.get("hostPath") or {}).get("path") or "."))
        is_below = any(f"{path}/".startswith(f"{folder}/") for folder in _FOLDERS)
        if path in _WHOLE or is_below or path.rpartition("/")[2] in _SOCKETS:
            message = f"`{path}` of the node gives the program control of it"
            place = ("storage", "volumes", index, "hostPath", "path")
            yield Finding(place, message, "mount the folder that the training needs")
