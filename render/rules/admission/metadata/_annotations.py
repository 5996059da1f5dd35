"""Check annotations of objects and of pod templates."""

from collections.abc import Iterator, Mapping

from render.kube.formats import labels
from render.manifests.apply_size import MAX_BYTES
from render.rules.admission._field_errors import each_invalid, too_long
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_annotations(path: Path, annotations: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a finding for each invalid key, and one if all annotations together are too large."""
    for key in annotations:
        yield from each_invalid((*path, key), key, labels.key_errors(key.lower()))
    if sum(len(key.encode()) + len(value.encode()) for key, value in annotations.items()) > MAX_BYTES:
        yield too_long(path, MAX_BYTES, "put large texts into a ConfigMap")
