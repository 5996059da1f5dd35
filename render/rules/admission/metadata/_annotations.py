"""What annotations can't be, on an object and on a pod template alike."""

from collections.abc import Iterator, Mapping

from render.kube import labels
from render.rules.admission._refusal import each_invalid, too_long
from render.rules.rule import Finding
from render.shape.mistake import Path

MAX_BYTES = 256 * 1024


def malformed(path: Path, annotations: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong with each key, and with the size of all."""
    for key in annotations:
        yield from each_invalid((*path, key), key, labels.key(key.lower()))
    if sum(len(key.encode()) + len(value.encode()) for key, value in annotations.items()) > MAX_BYTES:
        yield too_long(path, MAX_BYTES, "put large text into a ConfigMap")
