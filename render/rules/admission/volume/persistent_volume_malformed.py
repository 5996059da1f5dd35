"""ADM422 persistent-volume-malformed: a PersistentVolume has no size, or no valid source.

Its capacity has `storage` and nothing else. It has exactly one source, with all required fields; a `local` source needs
a node affinity. `ReadWriteOncePod` excludes all other access modes. The API server rejects the volume.

Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistent-volumes

Example:
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: data}
    spec: {capacity: {storage: 1Ti}, accessModes: [ReadWriteMany], nfs: {server: store, path: data}}
Use instead:
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: data}
    spec: {capacity: {storage: 1Ti}, accessModes: [ReadWriteMany], nfs: {server: store, path: /data}}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required, unsupported
from render.rules.admission.pod import _node_terms
from render.rules.admission.volume import _sources
from render.rules.rule import Finding, rule

_NEEDED = {
    **_sources.REQUIRED_FIELDS,
    "azureFile": ("secretName", "shareName"),
    "csi": ("driver", "volumeHandle"),
    "local": ("path",),
}
_NO_SOURCE = frozenset(
    (
        *("accessModes", "capacity", "claimRef", "mountOptions", "nodeAffinity", "persistentVolumeReclaimPolicy"),
        *("storageClassName", "volumeAttributesClassName", "volumeMode"),
    )
)


@rule(kinds=("/PersistentVolume",))
def check(item: Object) -> Iterator[Finding]:
    """Check a PersistentVolume."""
    spec = item.data.get("spec", {})
    yield from _check_capacity(spec.get("capacity", {}))
    modes = set(spec.get("accessModes", ()))
    if "ReadWriteOncePod" in modes and len(modes) > 1:
        yield forbidden(("spec", "accessModes"), "may not use ReadWriteOncePod with other access modes")
    if name := spec.get("storageClassName", ""):
        yield from each_invalid(("spec", "storageClassName"), name, dns.subdomain_errors(name))
    yield from _check_source(spec)
    yield from _check_node_affinity(spec)


def _check_capacity(capacity: Data) -> Iterator[Finding]:
    size = amount(capacity.get("storage"))
    if set(capacity) != {"storage"}:
        yield unsupported(("spec", "capacity"), dict(capacity), ["storage"])
    elif size is not None and size <= 0:
        yield invalid(("spec", "capacity", "storage"), str(capacity["storage"]), "must be greater than zero")


def _check_source(spec: Data) -> Iterator[Finding]:
    sources = sorted(spec.keys() - _NO_SOURCE)
    if not sources:
        yield required(("spec",), "must specify a volume type")
    for source in sources[1:]:
        yield forbidden(("spec", source), "may not specify more than 1 volume type")
    yield from _sources.check_required_fields(("spec",), spec, _NEEDED)
    yield from _sources.check_fields(("spec",), spec)


def _check_node_affinity(spec: Data) -> Iterator[Finding]:
    affinity, path = spec.get("nodeAffinity"), ("spec", "nodeAffinity")
    if affinity is None:
        if "local" in spec:
            yield required(path, "Local volume requires node affinity")
        return
    if "required" not in affinity:
        yield required((*path, "required"), "must specify required node constraints")
    for place, term in list_items((*path, "required"), affinity.get("required", {}), "nodeSelectorTerms"):
        yield from _node_terms.check_node_term(place, term)
