"""Check an autoscaler's references to other objects."""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.paths import Data
from render.rules.admission._field_errors import each_invalid, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_scale_target(path: Path, reference: Data) -> Iterator[Finding]:
    """Yield a finding for each fault of the scale target, which also needs an API group."""
    yield from check_reference(path, reference)
    version = reference.get("apiVersion", "")
    if version.count("/") > 1:
        yield invalid((*path, "apiVersion"), version, f"unexpected GroupVersion string: {version}")
    elif "/" not in version and reference.get("kind") != "ReplicationController":
        yield invalid((*path, "apiVersion"), version, "apiVersion must specify API group")


def check_reference(path: Path, reference: Data) -> Iterator[Finding]:
    """Yield a finding if the kind or the name is missing or invalid."""
    for field in ("kind", "name"):
        text = reference.get(field, "")
        if not text:
            yield required((*path, field))
        yield from each_invalid((*path, field), text, names.path_segment_errors(text))
