"""ADM403 volume-source-incomplete: a volume's source lacks a required field.

A claim needs its name, an NFS volume a server and an absolute path, a host path a path without `..`, a Ceph volume its
monitors, a disk its provider's name for it. `sizeLimit` of an `emptyDir` is not negative. The API server rejects the
pod.

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

from render.kube.formats import dns
from render.kube.quantity import amount
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, forbidden, required
from render.rules.admission.volume import _sources
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_PROJECTED = {"configMap": ("name",), "secret": ("name",)}
_NEEDED = {
    **_sources.REQUIRED_FIELDS,
    "configMap": ("name",),
    "ephemeral": ("volumeClaimTemplate",),
    "persistentVolumeClaim": ("claimName",),
    "secret": ("secretName",),
}
_NEEDED_IN_A_POD = {**_NEEDED, "image": ("reference",)}
"""In a template the image can be set later."""
_SECRETS = (("cinder", "secretRef"), ("csi", "nodePublishSecretRef"), ("storageos", "secretRef"))


@rule(keys=("volumes",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each source."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        yield from _sources.check_required_fields(path, volume, _NEEDED if pod.is_template else _NEEDED_IN_A_POD)
        yield from _sources.check_fields(path, volume)
        yield from _check_secrets(path, volume)
        for place, part in list_items((*path, "projected"), volume.get("projected", {}), "sources"):
            yield from _sources.check_required_fields(place, part, _PROJECTED)
        size = amount(volume.get("emptyDir", {}).get("sizeLimit", 0))
        if size is not None and size < 0:
            yield forbidden((*path, "emptyDir", "sizeLimit"), "SizeLimit field must be a valid resource quantity")


def _check_secrets(path: Path, volume: Data) -> Iterator[Finding]:
    for source, field in _SECRETS:
        reference = volume.get(source, {}).get(field)
        if reference is None:
            continue
        name, place = reference.get("name", ""), (*path, source, field, "name")
        if not name:
            yield required(place)
        elif source == "csi":
            yield from each_invalid(place, name, dns.subdomain_errors(name))
