"""ADM403 volume-source-incomplete: a volume's source lacks what it is found by.

A claim has a name, an NFS export a server and an absolute path, a host path a path without `..`, a Ceph volume its
monitors, a disk the name that its provider knows it by. The size of an empty folder is not negative. The API server
refuses the pod.

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

from render.kube import dns
from render.kube.quantity import amount
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, forbidden, required
from render.rules.admission.volume import _sources
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_PROJECTED = {"configMap": ("name",), "secret": ("name",)}
_NEEDED = {
    **_sources.NEEDED,
    "configMap": ("name",),
    "ephemeral": ("volumeClaimTemplate",),
    "persistentVolumeClaim": ("claimName",),
    "secret": ("secretName",),
}
_NEEDED_IN_A_POD = {**_NEEDED, "image": ("reference",)}
"""A template's may get its image later."""
_SECRETS = (("cinder", "secretRef"), ("csi", "nodePublishSecretRef"), ("storageos", "secretRef"))


@rule(keys=("volumes",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each source."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        yield from _sources.incomplete(path, volume, _NEEDED if pod.is_template else _NEEDED_IN_A_POD)
        yield from _sources.malformed(path, volume)
        yield from _secrets(path, volume)
        for place, part in listed((*path, "projected"), volume.get("projected", {}), "sources"):
            yield from _sources.incomplete(place, part, _PROJECTED)
        size = amount(volume.get("emptyDir", {}).get("sizeLimit", 0))
        if size is not None and size < 0:
            yield forbidden((*path, "emptyDir", "sizeLimit"), "SizeLimit field must be a valid resource quantity")


def _secrets(path: Path, volume: Data) -> Iterator[Finding]:
    for source, field in _SECRETS:
        reference = volume.get(source, {}).get(field)
        if reference is None:
            continue
        name, place = reference.get("name", ""), (*path, source, field, "name")
        if not name:
            yield required(place)
        elif source == "csi":
            yield from each_invalid(place, name, dns.subdomain(name))
