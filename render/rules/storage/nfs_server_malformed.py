"""STO117 nfs-server-malformed: the server of an NFS volume is an address with a scheme or a path.

`nfs.server` is a host name or an IP address, and `nfs.path` the exported folder. With `nfs://host` or `host:/path` the
mount fails, and the pod stays in ContainerCreating.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#nfs

Example:
    image: registry.example/train:1
    storage: {volumes: [{name: data, mountPath: /data, nfs: {server: "nfs://10.0.0.1", path: /export}}]}
Use instead:
    image: registry.example/train:1
    storage: {volumes: [{name: data, mountPath: /data, nfs: {server: 10.0.0.1, path: /export}}]}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("volumes.nfs",))
def check(run: Run) -> Iterator[Finding]:
    """Report servers with a slash, which no host name has."""
    for index, volume in enumerate(run.at("storage", "volumes") or []):
        server = (volume.get("nfs") or {}).get("server")
        if isinstance(server, str) and "/" in server:
            host = server.rpartition("://")[2].partition("/")[0].removesuffix(":")
            message = f"`{server}` is not a host name or an IP address"
            yield Finding(("storage", "volumes", index, "nfs", "server"), message, f"write `{host}`")
