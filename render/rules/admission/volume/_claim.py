"""What the spec of a claim can't be, wherever one stands."""

from collections.abc import Iterator

from render.kube import dns
from render.kube.quantity import amount
from render.manifests.places import Data
from render.rules.admission import _selector
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.shape.mistake import Path


def malformed(path: Path, spec: Data) -> Iterator[Finding]:
    """Yield what is wrong with the spec of a claim."""
    modes = set(spec.get("accessModes", ()))
    if not modes:
        yield required((*path, "accessModes"), "at least 1 access mode is required")
    if "ReadWriteOncePod" in modes and len(modes) > 1:
        yield forbidden((*path, "accessModes"), "may not use ReadWriteOncePod with other access modes")
    yield from _selector.malformed((*path, "selector"), spec.get("selector", {}))
    for field in ("storageClassName", "volumeAttributesClassName"):
        if name := spec.get(field, ""):
            yield from each_invalid((*path, field), name, dns.subdomain(name))
    yield from _storage((*path, "resources", "requests", "storage"), spec.get("resources", {}).get("requests"))
    # What can't be a `dataSource` is dropped unread.
    if spec.get("dataSource", {}).get("kind") == "PersistentVolumeClaim":
        yield from _source((*path, "dataSource"), spec["dataSource"])
    if "dataSourceRef" in spec:
        yield from _source((*path, "dataSourceRef"), spec["dataSourceRef"])


def _storage(path: Path, requests: Data | None) -> Iterator[Finding]:
    if requests is None:
        return  # the schema has said so
    written = requests.get("storage")
    size = amount(written)
    if written is None:
        yield required(path)
    elif size is not None and size <= 0:
        yield invalid(path, str(written), "must be greater than zero")


def _source(path: Path, source: Data) -> Iterator[Finding]:
    group = source.get("apiGroup", "")
    yield from (required((*path, field)) for field in ("kind", "name") if not source.get(field))
    if group:
        yield from each_invalid((*path, "apiGroup"), group, dns.subdomain(group))
    elif source.get("kind") != "PersistentVolumeClaim":
        why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
        yield invalid((*path, "kind"), source.get("kind", ""), why)
