"""ADM403 volume-source-incomplete: a volume's source lacks what it is found by.

A claim has a name, an NFS export a server and an absolute path, a host path a path without `..`, a Ceph volume its
monitors and so on. The size of an empty folder is not negative. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#volume-types

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, nfs: {server: store, path: data}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, nfs: {server: store, path: /data}}]
"""

from collections.abc import Iterator

from render.kube import dns, names
from render.kube.quantity import amount
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.admission.volume._paths import without_backsteps
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_NEEDED = {
    "azureFile": ("secretName", "shareName"),
    "cephfs": ("monitors",),
    "configMap": ("name",),
    "csi": ("driver",),
    "ephemeral": ("volumeClaimTemplate",),
    "hostPath": ("path",),
    "nfs": ("server", "path"),
    "persistentVolumeClaim": ("claimName",),
    "rbd": ("monitors", "image"),
    "secret": ("secretName",),
}
_SAID_BY_SCHEMA = frozenset({"configMap", "secret"})
"""Sources whose fields are required in the schema of a Pod."""


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each source."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        for source, needed in _NEEDED.items():
            if source in volume and (pod.is_opaque or source not in _SAID_BY_SCHEMA):
                yield from _incomplete((*path, source), volume[source], needed)
        yield from _malformed(path, volume)
        if not pod.is_template and "image" in volume:
            yield from _incomplete((*path, "image"), volume["image"], ("reference",))


def _incomplete(path: Path, source: Data, needed: tuple[str, ...]) -> Iterator[Finding]:
    for field in needed:
        if not source.get(field):
            yield required((*path, field))


def _malformed(path: Path, volume: Data) -> Iterator[Finding]:
    export, host_path = volume.get("nfs", {}).get("path", "/"), volume.get("hostPath", {}).get("path", "")
    if not export.startswith("/"):
        yield invalid((*path, "nfs", "path"), export, "must be an absolute path")
    yield from without_backsteps((*path, "hostPath", "path"), host_path)
    size = amount(volume.get("emptyDir", {}).get("sizeLimit", 0))
    if size is not None and size < 0:
        yield forbidden((*path, "emptyDir", "sizeLimit"), "SizeLimit field must be a valid resource quantity")
    driver, secret = volume.get("csi", {}).get("driver", ""), volume.get("csi", {}).get("nodePublishSecretRef", {})
    if driver:
        yield from each_invalid((*path, "csi", "driver"), driver, names.driver(driver))
    if name := secret.get("name", ""):
        yield from each_invalid((*path, "csi", "nodePublishSecretRef", "name"), name, dns.subdomain(name))
