"""Check the spec of a claim."""

from collections.abc import Iterator

from render.kube.formats import dns
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.rules.admission import _selector
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_claim(path: Path, spec: Data) -> Iterator[Finding]:
    """Yield a finding for each fault of a claim's spec."""
    modes = set(spec.get("accessModes", ()))
    if not modes:
        yield required((*path, "accessModes"), "at least 1 access mode is required")
    if "ReadWriteOncePod" in modes and len(modes) > 1:
        yield forbidden((*path, "accessModes"), "may not use ReadWriteOncePod with other access modes")
    yield from _selector.check_selector((*path, "selector"), spec.get("selector", {}))
    for field in ("storageClassName", "volumeAttributesClassName"):
        if name := spec.get(field, ""):
            yield from each_invalid((*path, field), name, dns.subdomain_errors(name))
    yield from _check_storage((*path, "resources", "requests", "storage"), spec.get("resources", {}).get("requests"))
    # The API server drops an unsupported `dataSource` without an error.
    if spec.get("dataSource", {}).get("kind") == "PersistentVolumeClaim":
        yield from _check_source((*path, "dataSource"), spec["dataSource"])
    if "dataSourceRef" in spec:
        yield from _check_source((*path, "dataSourceRef"), spec["dataSourceRef"])


def _check_storage(path: Path, requests: Data | None) -> Iterator[Finding]:
    if requests is None:
        return  # the schema reports it
    quantity = requests.get("storage")
    size = amount(quantity)
    if quantity is None:
        yield required(path)
    elif size is not None and size <= 0:
        yield invalid(path, str(quantity), "must be greater than zero")


def _check_source(path: Path, source: Data) -> Iterator[Finding]:
    group = source.get("apiGroup", "")
    yield from (required((*path, field)) for field in ("kind", "name") if not source.get(field))
    if group:
        yield from each_invalid((*path, "apiGroup"), group, dns.subdomain_errors(group))
    elif source.get("kind") != "PersistentVolumeClaim":
        why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
        yield invalid((*path, "kind"), source.get("kind", ""), why)
